import { expect, test } from "@jest/globals";
import { consumerPaths, settingPaths } from "@ornament/contracts/routes/back-office";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { auditor, customerSupport, openBackOffice, pageOf } from "../testing/open-back-office.tsx";
import { commandControls, oneOfEach } from "../testing/screens.ts";
import { mayCall } from "./may.ts";

test("an admin may call the routes whose callers include the role, and a person without a role may call none", () => {
  const { consumerProfile, updateConsumerEmail } = consumerPaths;
  const routes = [consumerProfile, updateConsumerEmail, settingPaths.updateSetting];
  expect(routes.map((route) => mayCall("ADMIN", route))).toEqual([true, true, true]);
  expect(routes.map((route) => mayCall("MEMBER", route))).toEqual([true, false, false]);
  expect(routes.map((route) => mayCall("AUDITOR", route))).toEqual([true, false, false]);
  expect(routes.map((route) => mayCall(undefined, route))).toEqual([false, false, false]);
});

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

const answers = { "/api/admin/table/pins": pageOf([]), "/api/admin/pin-batches": json({ rows: [] }) };

test.each([
  ["/admin/controls", "Only IT Admins and Auditors can open “Settings”.", customerSupport],
  ["/admin/table-admins?query=ann", "Only IT Admins and Auditors can open “Admins”.", customerSupport],
  ["/admin/changes/pins", "Only IT Admins and Auditors can open “What changed”.", customerSupport],
  ["/admin/registration", "Only IT Admins can open “Create new Account”.", customerSupport],
  ["/admin/registration", "Only IT Admins can open “Create new Account”.", auditor],
  ["/admin/admin-profile/1", "Only IT Admins can open “Admin account”.", auditor],
])("without the right to open %s, the Pins table opens and says: %s", async (address, notice, admin) => {
  sessionStorage.setItem("list.pins", "query=AAAA");
  const { router } = openBackOffice(address, answers, admin);
  await screen.findByRole("heading", { name: "Pins Table" });
  await screen.findByText(notice);
  expect(router.state.location.pathname).toBe("/admin/table-pins");
  await waitFor(() => expect(router.state.location.search).toBe("?query=AAAA"));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  expect(router.state.location.search).toBe("?query=AAAA");
});
