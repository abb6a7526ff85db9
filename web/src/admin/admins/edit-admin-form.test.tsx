/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const cleo: AdminRow = {
  id: 7,
  role: "ADMIN",
  email: "cleo@ornament.test",
  firstName: "Cleo",
  lastName: "Ray",
  isActivated: true,
  version: "900",
};

const refused = json(
  {
    error: true,
    code: "changed_meanwhile",
    message: "bob@ornament.test changed this after you opened it.",
    errors: [{ path: "role", message: "Customer support, changed by bob@ornament.test" }],
  },
  409,
);
const done = json({ success: true, message: "Account successfully updated." });

/**
 * Opens Cleo's account. `stored` is the account on the server; `answers` are the answers to the saves, in
 * order.
 */
async function openCleo(
  answers: Response[],
  stored: { row: AdminRow; held?: Promise<unknown> } = { row: cleo },
) {
  const bodies: unknown[] = [];
  openBackOffice("/admin/admin-profile/7", {
    "/api/admin/profile/7": async () => {
      await stored.held;
      return json(stored.row);
    },
    "/api/admin/update-profile": async (request) => {
      bodies.push(await request.json());
      return answers[bodies.length - 1]?.clone() ?? done.clone();
    },
  });
  await screen.findByLabelText("Email");
  return { bodies, stored };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const role = () => screen.getByLabelText<HTMLSelectElement>("System role").value;
const save = () => userEvent.click(screen.getByRole("button", { name: "Update" }));
async function type(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

test("an edit of an admin sends only the changed fields, and the version that was read", async () => {
  const { bodies } = await openCleo([]);
  await type("Last name", "Lee");
  await type("Email", " Cleo@Ornament.test ");
  await save();
  await screen.findByText("Account successfully updated.");
  expect(bodies).toEqual([{ id: 7, lastName: "Lee", version: "900" }]);
});

test("after a change by somebody else the typed name stays, the role is the new one, and the next press saves the name alone", async () => {
  const { bodies, stored } = await openCleo([refused]);
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
  await screen.findByText("Account successfully updated.");
  expect(bodies).toEqual([
    { id: 7, lastName: "Lee", version: "900" },
    { id: 7, lastName: "Lee", version: "1000" },
  ]);
  expect(screen.queryByText(/changed this after you opened it/)).toBeNull();
});

test("text that is typed while a saved admin is read again stays in the form", async () => {
  const { stored } = await openCleo([]);
  await type("Last name", "Lee");
  let release: (value: unknown) => void = () => undefined;
  stored.held = new Promise((resolve) => {
    release = resolve;
  });
  await save();
  await screen.findByText("Account successfully updated.");
  await type("New Password", "Holly-Bush-26");
  stored.row = { ...cleo, firstName: "Clio", lastName: "Lee", version: "1000" };
  release(undefined);
  await waitFor(() => expect(field("First name").value).toBe("Clio"));
  expect(field("New Password").value).toBe("Holly-Bush-26");
});

test("two saves in a row carry two versions, so that an admin's own change is not taken for somebody else's", async () => {
  const { bodies, stored } = await openCleo([]);
  await type("Last name", "Lee");
  stored.row = { ...cleo, lastName: "Lee", version: "1000" };
  await save();
  await screen.findByText("Account successfully updated.");
  await waitFor(() => expect(screen.getByRole("button", { name: "Update" })).toBeDefined());
  await type("First name", "Clio");
  await save();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ id: 7, firstName: "Clio", version: "1000" });
});
