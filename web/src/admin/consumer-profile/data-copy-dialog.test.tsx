import { expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { refusal } from "../../app/testing/fake-server.ts";
import { type Answers, showPart } from "../testing/open-back-office.tsx";
import { PersonalDataPanel } from "./personal-data-panel.tsx";

const path = "/api/admin/user-profile/7/data-copy";

const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
const confirmation = () => screen.getByLabelText<HTMLInputElement>(/typed again/);
const openDialog = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Copy of the data…" }));
  await screen.findByRole("dialog");
};
function show({ answers = {} as Answers, email = "sam@example.com" } = {}) {
  return showPart(<PersonalDataPanel profile={{ id: 7, email, pins: { count: 0, rows: [] } }} />, answers);
}

test("a confirmation that doesn't name the account is refused at its field, and the typed text stays", async () => {
  const errors = [{ path: "confirmation", message: "Not this account" }];
  show({ answers: { [path]: refusal(409, "confirmation_mismatch", "Refused", errors) } });
  await openDialog();
  await userEvent.type(reason(), "Request by mail");
  await userEvent.type(confirmation(), "sam@example.com");
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Not this account");
  expect(confirmation().getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Refused")).toBeNull();
  expect([reason().value, confirmation().value]).toEqual(["Request by mail", "sam@example.com"]);
});

test("a data copy without reason and confirmation is not sent, and each field says what is missing", async () => {
  const { sent } = show();
  await openDialog();
  await userEvent.keyboard("x{Control>}{Enter}{/Control}");
  expect(await screen.findByText("At least 2 characters")).toBeDefined();
  expect(screen.getByText("Required")).toBeDefined();
  expect(await sent(path)).toEqual([]);
});

test("a consumer whose email can't be read is confirmed by the number of the account", async () => {
  show({ email: "" });
  await openDialog();
  expect(screen.getByLabelText("The account’s number, typed again")).toBeDefined();
  expect(screen.getByText("7")).toBeDefined();
});
