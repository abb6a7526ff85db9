/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const profile = {
  id: 9,
  email: "sam@example.com",
  marketingEmail: false,
  isActivated: true,
  createdAt: "2026-11-01T00:00:00.000Z",
  confirmedAt: null,
  formerEmails: [],
  pins: { rows: [], count: 0 },
  devices: [],
  version: "50",
};
const refused = json(
  {
    error: true,
    code: "changed_meanwhile",
    message: "bob@ornament.test changed this after you opened it.",
    errors: [{ path: "email", message: "bob-says@example.com, changed by bob@ornament.test" }],
  },
  409,
);

test("a consumer's email that somebody else changed while it was typed is not overwritten, and the next press saves it", async () => {
  const bodies: unknown[] = [];
  const stored = { profile };
  openBackOffice("/admin/user-profile/9", {
    "/api/admin/user-profile/9": () => json(stored.profile),
    "/api/admin/update-user-email": async (request) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? refused.clone()
        : json({ success: true, message: "The email was changed." });
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Edit Email" }));
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Email" });
  await userEvent.clear(field());
  await userEvent.type(field(), "typed@example.com");
  stored.profile = { ...profile, email: "bob-says@example.com", version: "60" };
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save Email" }));
  await save();
  await screen.findByText(/changed this after you opened it\. Now: bob-says@example\.com, changed by bob/);
  expect(field().value).toBe("typed@example.com");
  stored.profile = { ...profile, email: "typed@example.com", version: "70" };
  await save();
  await screen.findByRole("button", { name: "Edit Email" });
  expect(bodies).toEqual([
    { id: 9, email: "typed@example.com", version: "50" },
    { id: 9, email: "typed@example.com", version: "60" },
  ]);
});
