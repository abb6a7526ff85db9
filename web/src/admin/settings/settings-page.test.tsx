import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { changedByBob, openBackOffice } from "../testing/open-back-office.tsx";
import { settingsWith } from "../testing/screens.ts";
import { deviceLimitProblem, playerLinkProblem } from "./use-setting.ts";

test.each([
  ["5", undefined],
  ["", "Required"],
  ["0", "Enter a whole number from 1 to 10000"],
  ["2.5", "Enter a whole number from 1 to 10000"],
  ["10000", undefined],
  ["10001", "Enter a whole number from 1 to 10000"],
  ["1e3", "Enter a whole number from 1 to 10000"],
])("the message for the device limit %j is %j", (text, problem) =>
  expect(deviceLimitProblem(text)).toBe(problem),
);

test("a player link is required and must be https", () => {
  expect(playerLinkProblem("")).toBe("Required");
  expect(playerLinkProblem("http://videos.example/")).toBe("Enter a link that begins with https://");
  expect(playerLinkProblem("https://videos.example/?season=1")).toBeUndefined();
});

const path = "/api/admin/update-setting";

/** Opens the settings. `stored` is the device limit on the server. The first save may be refused. */
async function openSettings(stored: { value: number; version: string }, refused?: Response) {
  const answers = refused ? [refused] : [];
  const { sent } = openBackOffice("/admin/controls", {
    "/api/admin/controls": () => json(settingsWith(stored)),
    "/api/admin/import/latest": json({ import: null }),
    [path]: () =>
      answers.shift() ??
      json({ name: "numberDevices", value: 9, message: "The limit of devices was changed." }),
  });
  await screen.findByLabelText("Number of devices");
  await waitFor(() => expect(limit().value).toBe(String(stored.value)));
  return () => sent(path);
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
  const sent = await openSettings(stored, changedByBob("value", "3"));
  Object.assign(stored, { value: 3, version: "400" });
  await change("9");
  await screen.findByText(/3, changed by bob@ornament.test/);
  expect(limit().value).toBe("9");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await confirm()).toContain("From 3 to 9");
  await screen.findByText("The limit of devices was changed.");
  expect(await sent()).toEqual([
    { name: "numberDevices", value: 9, version: "0" },
    { name: "numberDevices", value: 9, version: "400" },
  ]);
});

test("a setting that is saved twice carries the version after the first save", async () => {
  const stored = { value: 5, version: "0" };
  const sent = await openSettings(stored);
  Object.assign(stored, { value: 9, version: "400" });
  await change("9");
  await screen.findByText("The limit of devices was changed.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await change("8");
  await waitFor(async () => expect(await sent()).toHaveLength(2));
  expect((await sent())[1]).toEqual({ name: "numberDevices", value: 8, version: "400" });
});

test("while the settings' read model has stopped, the page says since when, and isn't read again and again", async () => {
  const since = "2026-11-24T10:42:00.000Z";
  const stale = { "X-Not-Up-To-Date-Since": since, "X-Stale": "true" };
  openBackOffice("/admin/controls", {
    "/api/admin/controls": json(settingsWith(), 200, stale),
    "/api/admin/import/latest": json({ import: null }),
  });
  expect(await screen.findByText(/^Not up to date since 11\/24\/26/)).toBeTruthy();
  expect(screen.queryByText(/list is updating/)).toBeNull();
});
