import { beforeEach, expect, jest, test } from "@jest/globals";
import { managedOrnamentPaths } from "@ornament/contracts/routes/back-office";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fieldsWithText } from "../../app/browser-storage/kept-values.ts";
import { showPart } from "../testing/open-back-office.tsx";
import { InlineEdit } from "./inline-edit.tsx";

const save = jest.fn(async (_name: string) => ({}));
const button = (name: string) => screen.getByRole("button", { name });
const field = () => screen.queryByRole<HTMLInputElement>("textbox", { name: "PIN name of ABCD-123" });
const question = () => screen.queryByRole("group", { name: "Discard your change?" });

beforeEach(async () => {
  save.mockClear();
  showPart(
    <InlineEdit
      needs={managedOrnamentPaths.updatePinName}
      label="PIN name"
      of="ABCD-123"
      path="name"
      value="Fir"
      placeholder="No name"
      maxLength={20}
      save={save}
    />,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Edit PIN name of ABCD-123" }));
});

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["Cancel", () => userEvent.click(button("Cancel editing PIN name of ABCD-123"))],
])("%s asks before a changed name is discarded", async (_way, leave) => {
  await userEvent.type(field() as HTMLElement, " tree");
  await leave();
  expect(question()).not.toBeNull();
  await userEvent.click(button("Keep writing"));
  expect(field()?.value).toBe("Fir tree");
  expect(document.activeElement).toBe(field());
  await leave();
  await userEvent.click(button("Discard"));
  expect(field()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(button("Edit PIN name of ABCD-123")));
  expect(save).not.toHaveBeenCalled();
});

test("Escape closes the field of an unchanged name without a question", async () => {
  await userEvent.keyboard("{Escape}");
  expect(field()).toBeNull();
});

test("a changed name counts as typed text of the page until it is saved", async () => {
  const names = () => fieldsWithText.get().map(({ name }) => name);
  expect(names()).toEqual([]);
  await userEvent.type(field() as HTMLElement, " tree");
  expect(names()).toEqual(["PIN name of ABCD-123"]);
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(field()).toBeNull());
  expect(save).toHaveBeenCalledWith("Fir tree");
  expect(names()).toEqual([]);
});
