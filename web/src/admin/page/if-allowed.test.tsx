import { expect, test } from "@jest/globals";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { auditor, customerSupport, openBackOffice, pageOf } from "../testing/open-back-office.tsx";

const answers = {
  "/api/admin/table/pins": pageOf([]),
  "/api/admin/pin-batches": json({ rows: [] }),
};

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
