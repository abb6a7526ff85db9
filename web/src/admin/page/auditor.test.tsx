import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { auditor, openBackOffice } from "../testing/open-back-office.tsx";
import { commandControls, oneOfEach } from "../testing/read-only-screens.ts";

test.each([
  ["table-pins", "Action"],
  ["table-users", undefined],
  ["table-admins", "Actions"],
])("an Auditor reads the page %s and finds no command on it", async (page, missingColumn) => {
  openBackOffice(`/admin/${page}`, oneOfEach, auditor);
  await screen.findByRole("row", { name: /Ann|ABCD-123/ });
  expect(commandControls()).toEqual([]);
  if (missingColumn) expect(screen.queryByRole("columnheader", { name: missingColumn })).toBeNull();
});

test("an Auditor reads a consumer's profile with the devices and finds no command on it", async () => {
  openBackOffice("/admin/user-profile/7", oneOfEach, auditor);
  const item = await screen.findByRole("listitem", { name: "PIN ABCD-123" });
  await userEvent.click(within(item).getByRole("button", { name: /Device\(s\) 1 of 5/ }));
  await screen.findByText("Kitchen iPad");
  expect(screen.getByText("Receives no marketing emails")).toBeDefined();
  expect(screen.getByText("Email not confirmed")).toBeDefined();
  expect(screen.queryByText("Only an IT Admin can change the email.")).toBeNull();
  expect(commandControls()).toEqual([]);
});
