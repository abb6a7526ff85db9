/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { customerSupport, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const row = {
  id: 2,
  role: "MEMBER",
  email: "bob@ornament.test",
  firstName: "Bob",
  lastName: "",
  isActivated: true,
  version: "50",
};
const refused = json(
  {
    error: true,
    code: "changed_meanwhile",
    message: "ann@ornament.test changed this after you opened it.",
    errors: [{ path: "firstName", message: "Robert, changed by ann@ornament.test" }],
  },
  409,
);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => userEvent.click(screen.getByRole("button", { name: "Update" }));

test("an admin's own profile is saved with the version that was read, and the typed name stays after a change by an IT Admin", async () => {
  const bodies: unknown[] = [];
  const stored = { row };
  openBackOffice(
    "/admin/profile",
    {
      "/api/admin/profile/2": () => json(stored.row),
      "/api/admin/update": async (request) => {
        bodies.push(await request.json());
        return bodies.length === 1
          ? refused.clone()
          : json({ accessToken: "token", admin: { ...customerSupport, last_name: "Lee" } });
      },
    },
    customerSupport,
  );
  await userEvent.type(await screen.findByLabelText("Last name"), "Lee");
  stored.row = { ...row, firstName: "Robert", version: "60" };
  await save();
  await screen.findByText(/Robert, changed by ann@ornament.test/);
  await waitFor(() => expect(field("First name").value).toBe("Robert"));
  expect(field("Last name").value).toBe("Lee");
  stored.row = { ...stored.row, lastName: "Lee", version: "70" };
  await save();
  await screen.findByText("Account successfully updated.");
  expect(bodies).toEqual([
    { id: 2, lastName: "Lee", version: "50" },
    { id: 2, lastName: "Lee", version: "60" },
  ]);
});
