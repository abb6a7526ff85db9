/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const refused = json(
  {
    error: true,
    code: "changed_meanwhile",
    message: "bob@ornament.test changed this after you opened it.",
    errors: [{ path: "value", message: "3, changed by bob@ornament.test" }],
  },
  409,
);

/** Opens the settings. `stored` is the device limit on the server; the first save is refused if `stale`. */
async function openSettings(stored: { value: number; version: string }, stale: boolean) {
  const bodies: unknown[] = [];
  openBackOffice("/admin/controls", {
    "/api/admin/controls": () =>
      json({
        rows: [
          { name: "numberDevices", ...stored },
          { name: "playerUrl", value: "https://player.test/", version: "0" },
        ],
      }),
    "/api/admin/import/latest": json({ import: null }),
    "/api/admin/update-setting": async (request) => {
      bodies.push(await request.json());
      if (stale && bodies.length === 1) return refused.clone();
      return json({ name: "numberDevices", value: 9, message: "The limit of devices was changed." });
    },
  });
  await screen.findByLabelText("Number of devices");
  await waitFor(() => expect(limit().value).toBe(String(stored.value)));
  return bodies;
}

const limit = () => screen.getByLabelText<HTMLInputElement>("Number of devices");
async function change(text: string) {
  await userEvent.clear(limit());
  await userEvent.type(limit(), text);
  await confirm();
}
async function confirm() {
  await userEvent.click(screen.getByRole("button", { name: "Change limit" }));
  const dialog = await screen.findByRole("dialog");
  const question = dialog.textContent;
  await userEvent.click(within(dialog).getByRole("button", { name: "Change" }));
  return question;
}

test("a setting that somebody else changed is not overwritten: the typed limit stays, and the next confirmation names the new value", async () => {
  const stored = { value: 5, version: "0" };
  const bodies = await openSettings(stored, true);
  Object.assign(stored, { value: 3, version: "400" });
  await change("9");
  await screen.findByText(/3, changed by bob@ornament.test/);
  expect(limit().value).toBe("9");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await confirm()).toContain("From 3 to 9");
  await screen.findByText("The limit of devices was changed.");
  expect(bodies).toEqual([
    { name: "numberDevices", value: 9, version: "0" },
    { name: "numberDevices", value: 9, version: "400" },
  ]);
});

test("a setting that is saved twice carries the version after the first save", async () => {
  const stored = { value: 5, version: "0" };
  const bodies = await openSettings(stored, false);
  Object.assign(stored, { value: 9, version: "400" });
  await change("9");
  await screen.findByText("The limit of devices was changed.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await change("8");
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ name: "numberDevices", value: 8, version: "400" });
});

test("while the settings' read model has stopped, the page says since when, and isn't read again and again", async () => {
  const since = "2026-11-24T10:42:00.000Z";
  const answer = {
    rows: [
      { name: "numberDevices", value: 5, version: "0" },
      { name: "playerUrl", value: "https://player.test/", version: "0" },
    ],
  };
  openBackOffice("/admin/controls", {
    "/api/admin/controls": () => json(answer, 200, { "X-Not-Up-To-Date-Since": since, "X-Stale": "true" }),
    "/api/admin/import/latest": json({ import: null }),
  });
  expect(await screen.findByText(/^Not up to date since 11\/24\/26/)).toBeTruthy();
  expect(screen.queryByText(/list is updating/)).toBeNull();
});
