import { expect, test } from "@jest/globals";
import type { AdminRow } from "@ornament/contracts/admins/api";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { signInHelp } from "../testing/consumer-profile.ts";
import { changedByBob, itAdmin, openBackOffice } from "../testing/open-back-office.tsx";
import { adminRow } from "../testing/screens.ts";

const cleo = { ...adminRow, id: 7, email: "cleo@ornament.test", firstName: "Cleo", lastName: "Ray" };

/** Opens Cleo's account. `stored` is the account on the server. The first save may be refused. */
async function openCleo(refused?: Response) {
  const stored: { row: AdminRow; held?: Promise<unknown> } = { row: cleo };
  const answers = refused ? [refused] : [];
  const { sent } = openBackOffice("/admin/admin-profile/7", {
    "/api/admin/profile/7": async () => {
      await stored.held;
      return json(stored.row);
    },
    "/api/admin/update-profile": () =>
      answers.shift() ?? json({ success: true, message: "Account successfully updated." }),
  });
  await screen.findByLabelText("Email");
  return { sent: () => sent("/api/admin/update-profile"), stored };
}

test("an IT Admin deactivates an account with a reason, and the page then says that it can't sign in", async () => {
  let row = cleo;
  const { sent } = openBackOffice("/admin/admin-profile/7", {
    "/api/admin/profile/7": () => json(row),
    "/api/admin/profile/7/sign-in": json(signInHelp),
    "/api/admin/update-admin-status": () => {
      row = { ...cleo, isActivated: false };
      return json({ success: true, message: "" });
    },
  });
  await screen.findByText("This account can sign in.");
  await userEvent.click(screen.getByRole("button", { name: "Deactivate account…" }));
  await screen.findByRole("dialog", { name: "Deactivate cleo@ornament.test?" });
  const act = screen.getByRole<HTMLButtonElement>("button", { name: "Deactivate account" });
  expect(act.getAttribute("aria-disabled") ?? String(act.disabled)).toBe("true");
  await userEvent.type(screen.getByLabelText("Reason"), "On leave");
  await userEvent.click(act);
  await screen.findByText("This account is deactivated.");
  expect(screen.queryByText("This account can sign in.")).toBeNull();
  expect(screen.getByRole("button", { name: "Activate account…" })).toBeDefined();
  const sentBodies = await sent("/api/admin/update-admin-status");
  expect(sentBodies).toEqual([{ id: 7, status: false, reason: "On leave" }]);
});

test("admins end their own sessions too, and neither deactivate nor delete themselves", async () => {
  const { sent } = openBackOffice(`/admin/admin-profile/${itAdmin.id}`, {
    [`/api/admin/profile/${itAdmin.id}`]: json({ ...cleo, id: itAdmin.id }),
    "/api/admin/sign-out-everywhere": json({ success: true, message: "All sessions have ended." }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Sign out everywhere…" }));
  expect(screen.queryByRole("button", { name: /^(Deactivate|Delete) account/ })).toBeNull();
  await userEvent.type(await screen.findByLabelText("Reason"), "Lost laptop{Control>}{Enter}{/Control}");
  await screen.findByText("All sessions of cleo@ornament.test have ended.");
  expect(await sent("/api/admin/sign-out-everywhere")).toEqual([{ id: itAdmin.id, reason: "Lost laptop" }]);
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const role = () => screen.getByLabelText<HTMLSelectElement>("System role").value;
const save = () => userEvent.click(screen.getByRole("button", { name: "Update" }));
const isSaved = () => screen.findByText("Account successfully updated.");
async function type(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

test("after a change by somebody else the typed name stays, the role is the new one, and the next press saves the name alone", async () => {
  const { sent, stored } = await openCleo(changedByBob("role", "Customer support"));
  await type("Last name", "Lee");
  stored.row = { ...cleo, role: "MEMBER", version: "1000" };
  await save();
  await screen.findByText(/bob@ornament.test changed this after you opened it/);
  expect(screen.getByText(/Customer support, changed by bob/).closest("li")?.textContent).toBe(
    "System role: Customer support, changed by bob@ornament.test",
  );
  await waitFor(() => expect(role()).toBe("MEMBER"));
  expect(field("Last name").value).toBe("Lee");
  stored.row = { ...stored.row, lastName: "Lee", version: "1100" };
  await save();
  await isSaved();
  const saved = { id: 7, lastName: "Lee" };
  expect(await sent()).toEqual([
    { ...saved, version: "900" },
    { ...saved, version: "1000" },
  ]);
  expect(screen.queryByText(/changed this after you opened it/)).toBeNull();
});

test("text that is typed while a saved admin is read again stays in the form", async () => {
  const { stored } = await openCleo();
  await type("Last name", "Lee");
  let release = () => {};
  stored.held = new Promise<void>((resolve) => (release = resolve));
  await save();
  await isSaved();
  await type("New Password", "Holly-Bush-26");
  stored.row = { ...cleo, firstName: "Clio", lastName: "Lee", version: "1000" };
  release();
  await waitFor(() => expect(field("First name").value).toBe("Clio"));
  expect(field("New Password").value).toBe("Holly-Bush-26");
});

test("a save sends only the changed fields, and the version after the save before it", async () => {
  const { sent, stored } = await openCleo();
  await type("Last name", "Lee");
  await type("Email", " Cleo@Ornament.test ");
  stored.row = { ...cleo, lastName: "Lee", version: "1000" };
  await save();
  await isSaved();
  await waitFor(() => expect(screen.getByRole("button", { name: "Update" })).toBeDefined());
  await type("First name", "Clio");
  await save();
  await waitFor(async () =>
    expect(await sent()).toEqual([
      { id: 7, lastName: "Lee", version: "900" },
      { id: 7, firstName: "Clio", version: "1000" },
    ]),
  );
});
