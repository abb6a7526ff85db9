import { beforeEach, expect, test } from "@jest/globals";
import type { PinRow } from "@ornament/contracts/pins/api";
import { screen, within } from "@testing-library/react";
import { DataTable } from "../../ui/table/data-table.tsx";
import { showPart } from "../testing/open-back-office.tsx";
import { newPinRow } from "../testing/pin-row.ts";
import { pinColumns } from "./pins-page.tsx";

const by = { role: "IT Admin", admin: { id: 1, email: "ann@ornament.test" } };
const stolen = { comment: "reported stolen", createdAt: "2026-11-22T12:10:00.000Z" };
const when = /11\/2\d\/26 \d\d:10:00 [ap]m/;

const blocked: PinRow = {
  ...newPinRow,
  id: 2,
  pin: "AAAA-002",
  email: "anna@example.com",
  userId: 9,
  blocked: true,
  registeredAt: "2026-11-20T12:00:00.000Z",
  comment: stolen.comment,
  pinDeactivationComments: [stolen],
  statusChange: { ...stolen, blocked: true, ...by },
};
const activeAgain: PinRow = {
  ...blocked,
  id: 3,
  pin: "AAAA-003",
  status: true,
  blocked: false,
  countDevices: 6,
  statusChange: { ...stolen, comment: "found in a drawer", blocked: false, ...by },
};

beforeEach(async () => {
  showPart(
    <DataTable
      caption="Pins Table"
      columns={pinColumns(() => {})}
      rows={[newPinRow, blocked, activeAgain]}
      rowKey={({ id }) => id}
      count={3}
      sort={{ fieldName: "id", direction: "ASC" }}
      onSort={() => {}}
      empty=""
    />,
  );
  await screen.findByRole("button", { name: "Activate AAAA-002" });
});

const row = (pin: string) => within(screen.getByRole("row", { name: new RegExp(pin) }));
const descriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent?.replace(when, "…");

test("a deactivated PIN has the badge Blocked next to its status, and one that was never registered has none", () => {
  expect(row("AAAA-001").getByText("Not Registered")).toBeDefined();
  expect(row("AAAA-001").queryByText("Blocked")).toBeNull();
  expect(row("AAAA-001").queryByRole("button", { name: /Not Registered/ })).toBeNull();
  const status = row("AAAA-002").getByRole("button", { name: "Not Registered Blocked" });
  expect(descriptionOf(status)).toBe("Deactivated by ann@ornament.test (IT Admin) on …: reported stolen");
});

test("the comment of a PIN that is active again is marked as earlier and says who activated it", () => {
  const comment = row("AAAA-003").getByRole("button", { name: /^Earlier: ?reported stolen$/ });
  expect(descriptionOf(comment)).toBe(
    "Earlier: reported stolen – Activated again by ann@ornament.test (IT Admin) on …: found in a drawer",
  );
  expect(row("AAAA-003").getByText("Registered")).toBeDefined();
  expect(row("AAAA-003").queryByText("Blocked")).toBeNull();
});

test("devices over the limit are named in words and not by colour alone", () => {
  expect(row("AAAA-003").getByText(/Used 6 of 5/).textContent).toContain("over the limit");
  expect(row("AAAA-002").getByText(/Used 0 of 5/).textContent).not.toContain("over the limit");
});
