import { expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { showPart } from "../testing/open-back-office.tsx";
import { deactivation } from "../testing/pin-row.ts";
import { statusChangeText } from "./pin-status.tsx";
import { PinStatusDialog } from "./pin-status-dialog.tsx";
import { afterStatusChange } from "./pins-api.ts";

const when = "on 11/20/26 10:00:00 am";

test.each([
  ["of a deactivated PIN", {}, `Deactivated by ann@ornament.test (IT Admin) ${when}: Reported stolen`],
  [
    "of a PIN that was activated again",
    { blocked: false, comment: "found" },
    `Activated again by ann@ornament.test (IT Admin) ${when}: found`,
  ],
  [
    "by an admin whose account was deleted",
    { admin: { id: 1, email: null } },
    `Deactivated by a deleted account (IT Admin) ${when}: Reported stolen`,
  ],
  ["by the system", { comment: "", role: "System", admin: null }, `Deactivated by System ${when}`],
])("the text about the status %s", (_case, change, text) =>
  expect(statusChangeText({ ...deactivation, ...change }, "UTC")).toBe(text),
);

const now = new Date("2026-12-10T12:00:00Z");
const createdAt = now.toISOString();
const { admin, role } = deactivation;
const older = { comment: "Lost", createdAt: "2026-12-01T00:00:00.000Z" };
const comments = { comment: "Lost", pinDeactivationComments: [older] };
const active = { status: true, blocked: false, ...comments, statusChange: null };
const after = (owned: boolean) => ({ owned, now, admin: { ...admin, role: "ADMIN" as const } });

test("a deactivated PIN is blocked and not registered, and its comment comes first", () =>
  expect(afterStatusChange(active, { id: 1, status: false, comment: " Stolen " }, after(true))).toEqual({
    status: false,
    blocked: true,
    comment: "Stolen",
    pinDeactivationComments: [{ comment: "Stolen", createdAt }, older],
    statusChange: { blocked: true, comment: "Stolen", createdAt, role, admin },
  }));

test.each([
  [true, "with an owner is registered again"],
  [false, "without an owner is not registered"],
])("an activated PIN %s, and its comments stay", (owned) => {
  const before = { ...active, status: false, blocked: true, statusChange: deactivation };
  expect(afterStatusChange(before, { id: 1, status: true, comment: "Found" }, after(owned))).toEqual({
    ...active,
    status: owned,
    statusChange: { blocked: false, comment: "Found", createdAt, role, admin },
  });
});

const path = "/api/admin/update-pin-status";
const saved = json({ success: true, message: "Saved" });
const refused = refusal(503, "busy", "We are very busy right now.");

const comment = () => screen.getByLabelText<HTMLTextAreaElement>("Comment");
const button = (name: string) => screen.getByRole("button", { name });
const question = () => screen.queryByRole("group", { name: "Discard your comment?" });
const isClosed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

async function open({ blocked = false, answers = {} as Answers, id = 7 } = {}) {
  const closed = jest.fn();
  const target = { id, pin: "ABCD-123", blocked, version: "7" };
  const { sent } = showPart(<PinStatusDialog target={target} onClosed={closed} />, answers);
  await screen.findByRole("dialog", { name: `${blocked ? "Activate" : "Deactivate"} ABCD-123?` });
  return { closed, sent: () => sent(path) };
}

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["Cancel", () => userEvent.click(button("Cancel"))],
  ["the cross", () => userEvent.click(button("Close"))],
  ["a press outside the dialog", () => userEvent.click(screen.getByRole("dialog"))],
])("%s in the comment dialog asks before a typed comment is discarded", async (_way, leave) => {
  const { closed } = await open();
  await userEvent.keyboard("Reported stolen");
  await leave();
  expect(question()).not.toBeNull();
  expect(document.activeElement).toBe(button("Keep writing"));
  await userEvent.click(button("Keep writing"));
  expect(question()).toBeNull();
  expect(comment().value).toBe("Reported stolen");
  expect(document.activeElement).toBe(comment());
  await leave();
  await userEvent.click(button("Discard"));
  await isClosed();
  expect(closed).toHaveBeenCalledTimes(1);
});

test("a second Escape returns to the typed comment and discards nothing", async () => {
  await open();
  await userEvent.keyboard("Reported stolen{Escape}{Escape}");
  expect(question()).toBeNull();
  expect(comment().value).toBe("Reported stolen");
  expect(document.activeElement).toBe(comment());
});

test("a typed comment is kept over a reload for its PIN and for no other PIN, until it is discarded", async () => {
  await open();
  await userEvent.keyboard("Reported stolen");
  await open({ id: 8 });
  expect(comment().value).toBe("");
  await open();
  expect(comment().value).toBe("Reported stolen");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(button("Discard"));
  await isClosed();
  await open();
  expect(comment().value).toBe("");
});

test.each([
  ["nothing", ""],
  ["only spaces", "   "],
])("with %s in the comment, Escape closes the dialog without a question", async (_typed, text) => {
  await open();
  await userEvent.keyboard(`${text}{Escape}`);
  await isClosed();
});

test.each([
  { key: "Control", blocked: false, verb: "deactivates" },
  { key: "Meta", blocked: true, verb: "activates" },
])("$key+Enter in the comment $verb the PIN", async ({ key, blocked, verb }) => {
  const { sent } = await open({ blocked, answers: { [path]: saved } });
  expect(screen.getByText(/\+Enter/).textContent).toContain(`+Enter ${verb}.`);
  await userEvent.keyboard(`Stolen{${key}>}{Enter}{/${key}}`);
  await isClosed();
  await expect(sent()).resolves.toEqual([{ id: 7, status: blocked, comment: "Stolen", version: "7" }]);
});

test("Ctrl+Enter with a comment that is too short says so and sends nothing", async () => {
  const { sent } = await open();
  await userEvent.keyboard("x{Control>}{Enter}{/Control}");
  expect(screen.getByText("At least 2 characters")).toBeDefined();
  expect(comment().getAttribute("aria-invalid")).toBe("true");
  await expect(sent()).resolves.toEqual([]);
});

test("after a failure the comment stays and can be sent again", async () => {
  let answer = refused;
  const { sent } = await open({ answers: { [path]: () => answer.clone() } });
  await userEvent.keyboard("Stolen");
  await userEvent.click(button("Deactivate"));
  await screen.findByText("We are very busy right now.");
  expect(comment().value).toBe("Stolen");
  answer = saved;
  await userEvent.click(button("Deactivate"));
  await isClosed();
  await expect(sent()).resolves.toHaveLength(2);
});

test("a dialog that is out of date says who changed the status, when and why, and can only be closed", async () => {
  const message = "ann@ornament.test changed the status of this PIN after you opened it.";
  const { closed } = await open({
    answers: {
      [path]: refusal(409, "changed_meanwhile", message),
      "/api/admin/pin-profile/7": json({ id: 7, statusChange: deactivation }),
    },
  });
  await userEvent.keyboard("Stolen");
  await userEvent.click(button("Deactivate"));
  await screen.findByText(/Deactivated by ann@ornament.test \(IT Admin\) on .*: Reported stolen\./);
  expect(screen.queryByRole("button", { name: "Deactivate" })).toBeNull();
  await userEvent.click(screen.getByText("Close", { selector: "button *" }));
  await isClosed();
  expect(closed).toHaveBeenCalledTimes(1);
});

test("the comment says how many characters are left near its limit", async () => {
  await open();
  const left = () => screen.queryByText(/characters? left/, { ignore: "[role=status]" })?.textContent;
  await userEvent.click(comment());
  await userEvent.paste("x".repeat(95));
  expect(left()).toBeUndefined();
  await userEvent.keyboard("x");
  expect(left()).toBe("24 characters left");
  await userEvent.paste("x".repeat(23));
  expect(left()).toBe("1 character left");
  expect(screen.getByText("5 characters left").getAttribute("role")).toBe("status");
});
