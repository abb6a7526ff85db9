import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { changedByBob, customerSupport, openBackOffice } from "../testing/open-back-office.tsx";

const names = { firstName: "Kim", lastName: "", version: "50" };
const row = { id: 2, role: "MEMBER", email: customerSupport.email, isActivated: true, ...names };
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => userEvent.click(screen.getByRole("button", { name: "Update" }));

test("an admin's own profile is saved with the version that was read, and the typed name stays after a change by an IT Admin", async () => {
  const stored = { row };
  const admin = { ...customerSupport, last_name: "Lee" };
  const saves = [changedByBob("firstName", "Robert"), json({ accessToken: "token", admin })];
  const update = () => saves.shift() ?? json({}, 500);
  const answers = { "/api/admin/profile/2": () => json(stored.row), "/api/admin/update": update };
  const { sent } = openBackOffice("/admin/profile", answers, customerSupport);
  await userEvent.type(await screen.findByLabelText("Last name"), "Lee");
  stored.row = { ...row, firstName: "Robert", version: "60" };
  await save();
  await screen.findByText(/Robert, changed by bob@ornament.test/);
  await waitFor(() => expect(field("First name").value).toBe("Robert"));
  expect(field("Last name").value).toBe("Lee");
  stored.row = { ...stored.row, lastName: "Lee", version: "70" };
  await save();
  await screen.findByText("Account successfully updated.");
  expect(await sent("/api/admin/update")).toEqual([
    { id: 2, lastName: "Lee", version: "50" },
    { id: 2, lastName: "Lee", version: "60" },
  ]);
});
