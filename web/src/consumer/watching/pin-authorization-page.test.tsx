import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { accountIn } from "../../app/api/api-base.ts";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith, setDate } from "../testing/open-site.tsx";
import { actionSucceeded, failureBeforeReload, failureShown, shouldReload } from "./use-device-failure.ts";

test("a failure reloads the page once, shows its message afterwards, and reloads again only after a success", () => {
  const session = memoryStore();
  expect(shouldReload(session, "binding", "It broke.")).toBe(true);
  expect(failureBeforeReload(session, "binding")).toBe("It broke.");
  failureShown(session, "binding");
  expect(failureBeforeReload(session, "binding")).toBeUndefined();

  expect(shouldReload(session, "binding", "It broke again.")).toBe(false);
  expect(failureBeforeReload(session, "binding")).toBeUndefined();

  actionSucceeded(session, "binding");
  expect(shouldReload(session, "binding", "Later")).toBe(true);
});

test("each screen has its own reload", () => {
  const session = memoryStore();
  expect(shouldReload(session, "binding", "a")).toBe(true);
  expect(shouldReload(session, "removal", "b")).toBe(true);
});

const fir = { ...ornament, id: 9, pin: "WXYZ-789", name: "Fir" };
const porch = { ...ornament, id: 3, pin: "ABCD-123", name: "Porch" };
const owner = parentWith([fir, porch]);
const device = { id: 1, pinCodeId: 9, title: "Browser", deviceToken: "token" };
const bound = { device, playerUrl: "https://player.example/" };

let online: boolean;

beforeEach(() => {
  localStorage.setItem("tokenUser", owner.accessToken);
  online = true;
  jest.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Opens the ornament selection on a day. */
async function openSelection(time: string) {
  setDate(time);
  openSite("/user/pin-authorization", {
    "/api/user/refresh": json(owner),
    "/api/user/select-pin": json({ success: true }),
    "/api/user/device-pin": json(bound),
  });
  await screen.findByRole("heading", { name: "Which ornament are you watching?" });
}

const days = /first message comes on December 1, 2026: 8 days to go/;

test.each([
  ["2026-11-23T12:00:00", days, "Santa is getting ready", "Open the player"],
  ["2026-12-03T12:00:00", undefined, "Santa is waiting", "Watch now"],
  ["2026-12-28T12:00:00", /next ones begin on December 1, 2027/, "Santa is resting", "Open the player"],
])("at %s the selection says %s, and the screen before the player: %s", async (time, says, title, label) => {
  // jsdom opens no other page, and says so.
  jest.spyOn(console, "error").mockImplementation(() => undefined);
  await openSelection(time);
  expect(screen.queryByText(/Santa’s (first|last) message/)?.textContent ?? "").toMatch(says ?? /^$/);
  await userEvent.click(screen.getByRole("button", { name: "Watch" }));
  await screen.findByRole("heading", { name: title });
  expect(screen.queryByText(/Santa’s (first|last) message/)?.textContent ?? "").toMatch(says ?? /^$/);
  const link = screen.getByRole("link", { name: label });
  expect(link.getAttribute("href")).toBe("https://player.example/?deviceToken=token");
});

test("a browser that blocks cookies is told before Watch that it forgets this device", async () => {
  jest.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
  await openSelection("2026-12-03T12:00:00");
  expect(screen.getByText(/it forgets you and this device/)).toBeDefined();
});

test.each(["/#faq", "/login#terms"])(
  "the dialog of %s stays open when a signed-in parent is sent on to the ornaments",
  async (from) => {
    const { address } = openSite(from, { "/api/user/refresh": json(owner) });
    await screen.findByRole("radio", { name: /Fir/, hidden: true });
    expect(address()).toBe(`/user/pin-authorization${from.replace(/.*#/, "#")}`);
    expect(await screen.findByRole("dialog")).toBeDefined();
  },
);

test("a device that is offline stays on a card that says so instead of going to the player", async () => {
  await openSelection("2026-12-03T12:00:00");
  online = false;
  await userEvent.click(screen.getByRole("button", { name: "Watch" }));
  expect(await screen.findByRole("heading", { name: "No connection" })).toBeDefined();
  expect(screen.getByText("The player opens by itself when the connection is back.")).toBeDefined();
});

test("a nickname that was changed elsewhere is refused once, and is saved over the newer one", async () => {
  let version = "9";
  const { store, sent } = openSite("/user/pin-authorization", {
    "/api/user/refresh": () => json({ ...owner, user: { ...owner.user, version } }),
    "/api/user/update-pin-name": () => {
      if (version === "12") return json({ success: true, message: "" });
      version = "12";
      return refusal(409, "changed_meanwhile", "This ornament was renamed to Pine meanwhile.");
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Rename Fir" }));
  await userEvent.type(await screen.findByRole("textbox", { name: /Nickname/ }), "!");
  await userEvent.click(screen.getByRole("button", { name: "Save nickname" }));
  await screen.findByText(/renamed to Pine/);
  await waitFor(() => expect(accountIn(store.getState())?.version).toBe("12"));
  await userEvent.click(screen.getByRole("button", { name: "Save nickname" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await sent("/api/user/update-pin-name")).toEqual([
    { id: 9, name: "Fir!", version: "9" },
    { id: 9, name: "Fir!", version: "12" },
  ]);
});
