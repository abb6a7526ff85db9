/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, auditor, customerSupport, itAdmin, showPart } from "../testing/open-back-office.tsx";
import { PersonalDataPanel } from "./personal-data-panel.tsx";

beforeEach(() => sessionStorage.clear());

const path = "/api/admin/user-profile/7/data-copy";
const refusal = (code: string, status: number, errors: object[] = []) =>
  json({ error: true, code, message: `Refused: ${code}`, errors }, status);

const reason = () => screen.getByLabelText<HTMLTextAreaElement>("Reason");
const confirmation = () => screen.getByLabelText<HTMLInputElement>(/typed again/);
const openDialog = async () => {
  await userEvent.click(await screen.findByRole("button", { name: "Copy of the data…" }));
  await screen.findByRole("dialog");
};
function show({ answers = {} as Answers, email = "sam@example.com", admin = itAdmin } = {}) {
  const { requests } = showPart(
    <>
      <p>Profile</p>
      <PersonalDataPanel profile={{ id: 7, email, pins: { count: 0, rows: [] } }} />
    </>,
    answers,
    admin,
  );
  const sent = () =>
    Promise.all(requests.filter(({ url }) => url.endsWith(path)).map((request) => request.clone().json()));
  return { sent, requests };
}
async function fillIn() {
  await userEvent.type(reason(), "Request by mail");
  await userEvent.type(confirmation(), "sam@example.com");
}

test.each([
  ["Customer support", customerSupport],
  ["an Auditor", auditor],
])("the copy of a consumer's data is not offered to %s", async (_role, admin) => {
  show({ admin });
  await screen.findByText("Profile");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a confirmation that doesn't name the account is refused at its field, and the typed text stays", async () => {
  const errors = [{ path: "confirmation", message: "Not this account" }];
  show({ answers: { [path]: refusal("confirmation_mismatch", 409, errors) } });
  await openDialog();
  await fillIn();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Not this account");
  expect(confirmation().getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Refused: confirmation_mismatch")).toBeNull();
  expect([reason().value, confirmation().value]).toEqual(["Request by mail", "sam@example.com"]);
});

test("a data copy without reason and confirmation is not sent, and each field says what is missing", async () => {
  const { sent } = show();
  await openDialog();
  await userEvent.keyboard("x{Control>}{Enter}{/Control}");
  expect(await screen.findByText("At least 2 characters")).toBeDefined();
  expect(screen.getByText("Required")).toBeDefined();
  expect(await sent()).toEqual([]);
});

test("a consumer whose email can't be read is confirmed by the number of the account", async () => {
  show({ email: "" });
  await openDialog();
  expect(screen.getByLabelText("The account’s number, typed again")).toBeDefined();
  expect(screen.getByText("7")).toBeDefined();
});
