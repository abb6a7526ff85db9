import { beforeEach, expect, jest, test } from "@jest/globals";
import type { OwnPin } from "@ornament/contracts/account/api";
import { limits } from "@ornament/contracts/values/limits";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith } from "../testing/open-site.tsx";
import { listDevices, type OwnDevice, stillToChoose, tooMany, unusedTogether } from "./devices.ts";

const now = new Date("2026-12-01T17:00:00.000Z");
const iPad = "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1";
const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604.1";
const device = (id: number, lastLogin: string, title = iPhone): OwnDevice => ({
  id,
  title,
  lastLogin,
  name: "",
  pinCodeId: ornament.id,
  thisDevice: false,
});
const phone = device(1, "2026-11-30T17:00:00.000Z");
const oldPhone = device(2, "2025-12-20T17:00:00.000Z");
const oldPad = device(3, "2025-12-26T17:00:00.000Z", iPad);
const list = (devices: OwnDevice[], thisDevice?: number) =>
  listDevices(devices, { thisDevice, userAgent: iPad, now });

test("a device is unused when its last use is longer ago than the limit", () => {
  const at = (age: number) => device(9, new Date(now.getTime() - age).toISOString());
  expect(list([at(limits.unusedDeviceMilliseconds)])[0]?.unused).toBe(false);
  expect(list([at(limits.unusedDeviceMilliseconds + 1)])[0]?.unused).toBe(true);
});

test("an unused device like this one is first, then the longest unused", () => {
  const listed = list([phone, oldPhone, oldPad]);
  expect(listed.map((one) => [one.device.id, one.unused, one.likeThisDevice].join(" "))).toEqual([
    "3 true true",
    "2 true false",
    "1 false false",
  ]);
});

test("a device that is recognised is not unused, and no other one is taken for it", () => {
  const listed = list([oldPhone, { ...oldPad, lastLogin: "2025-12-10T17:00:00.000Z" }], 3);
  expect(listed).toMatchObject([
    { isThisDevice: true, unused: false, likeThisDevice: false },
    { isThisDevice: false, unused: true, likeThisDevice: false },
  ]);
});

test("unused devices are offered together only if they are enough", () => {
  const listed = list([phone, oldPhone, oldPad]);
  expect(unusedTogether(listed, 2).map(({ id }) => id)).toEqual([3, 2]);
  expect(unusedTogether(listed, 1).map(({ id }) => id)).toEqual([3]);
  expect(unusedTogether(listed, 3)).toEqual([]);
});

test.each([
  ["a device that is not bound needs a count below the limit", { count: 5, limit: 5 }, 1],
  ["what is chosen counts", { count: 7, limit: 5, chosen: [1, 2] }, 1],
  ["a bound device that is kept can watch at the limit", { count: 7, limit: 5, chosen: [1, 2], here: 9 }, 0],
  ["a bound device that is forgotten needs a place again", { count: 6, limit: 5, chosen: [9], here: 9 }, 1],
  ["at least one must be chosen, even when there is room", { count: 2, limit: 5 }, 1],
  ["no more must be chosen than the ornament has", { count: 1, limit: 1 }, 1],
  ["nothing more is needed when enough are chosen", { count: 1, limit: 1, chosen: [1] }, 0],
])("devices to forget: %s", (_rule, { count, limit, ...more }, missing) => {
  const { chosen = [], here: thisDevice } = more as { chosen?: number[]; here?: number };
  expect(stillToChoose({ count, limit, chosen: new Set(chosen), thisDevice })).toBe(missing);
});

test("a bound device can watch at the limit, and a new one only below it", () => {
  expect(tooMany({ count: 4, limit: 5, thisDevice: undefined })).toBe(0);
  expect(tooMany({ count: 5, limit: 5, thisDevice: undefined })).toBe(1);
  expect(tooMany({ count: 5, limit: 5, thisDevice: 9 })).toBe(0);
});

const days = 86_400_000;
const aged = (id: number, title: string, age: number) =>
  device(id, new Date(Date.now() - age).toISOString(), title);
const unusedPad = aged(11, iPad, 340 * days);
const phones = [1, 2, 3, 4].map((id) => aged(id, iPhone, id * days));

/** The server with five devices of an ornament, until devices are removed. */
function serverWith(devices: OwnPin["devices"], bound = () => json({}, 500)) {
  const calls: unknown[] = [];
  let left = devices;
  return {
    calls,
    answers: {
      "/api/user/refresh": () => {
        const pin = { ...ornament, countDevices: left.length, devices: left };
        return json({ ...parentWith([pin]), pins: { count: 1 } });
      },
      "/api/user/remove-devices": async (request: Request) => {
        const body = (await request.json()) as { devices: number[] };
        calls.push(body.devices);
        left = left.filter(({ id }) => !body.devices.includes(id));
        return json({ success: true, results: body.devices.map((id) => ({ id, name: `Device ${id}` })) });
      },
      "/api/user/select-pin": json({ success: true, message: "" }),
      "/api/user/device-pin": () => {
        calls.push("bind");
        return bound();
      },
    },
  };
}
const boundHere = () =>
  json({
    bound: true,
    device: { id: 20, deviceToken: "a.b.c", pinCodeId: ornament.id, title: "Browser" },
    playerUrl: "https://player.test/",
  });
const free = () => screen.findByRole("button", { name: /^Free this place and watch here/ });

beforeEach(() => localStorage.setItem("tokenUser", "token"));

test.each(["maximum-number-devices", "forget-device"])(
  "one tap on /user/%s frees the place of an unused device, and the player opens here",
  async (path) => {
    const { calls, answers } = serverWith([...phones, unusedPad], boundHere);
    openSite(`/user/${path}`, answers);
    const button = await free();
    expect(screen.getAllByText("Not used since last season")).toHaveLength(1);
    expect(button.textContent).toBe("Free this place and watch here: Safari on iPad");
    expect(calls).toEqual([]);
    fireEvent.click(button);
    await screen.findByRole("heading", { name: /^Santa is/ });
    expect(calls).toEqual([[unusedPad.id], "bind"]);
    const link = screen.getByRole("link", { name: /^(Watch now|Open the player)$/ });
    expect(link.getAttribute("href")).toContain("deviceToken=a.b.c");
  },
);

test("a place is free and can be used with Watch when the player could not be opened", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => undefined);
  sessionStorage.setItem("reloaded.binding", "yes");
  const { calls, answers } = serverWith([...phones, unusedPad]);
  openSite("/user/maximum-number-devices", answers);
  fireEvent.click(await free());
  await screen.findByRole("heading", { name: "Device forgotten" });
  await waitFor(() => expect(calls).toEqual([[unusedPad.id], "bind"]));
  await screen.findByText(/Something went wrong/);
  expect(screen.getByText("Device 11")).not.toBeNull();
  expect(screen.getByRole("button", { name: "Watch" })).not.toBeNull();
  log.mockRestore();
});

test("when more than one place is missing, unused devices are offered together", async () => {
  const older = aged(12, iPhone, 350 * days);
  const { calls, answers } = serverWith([...phones, unusedPad, older], boundHere);
  openSite("/user/maximum-number-devices", answers);
  const button = await screen.findByRole("button", { name: "Free these 2 places and watch here" });
  expect(screen.queryByRole("button", { name: /^Free this place/ })).toBeNull();
  fireEvent.click(button);
  await screen.findByRole("heading", { name: /^Santa is/ });
  expect(calls).toEqual([[older.id, unusedPad.id], "bind"]);
});

test("a press on Forget device before anything is chosen says at the devices what is missing, and moves there", async () => {
  const { calls, answers } = serverWith([...phones, aged(5, iPad, 170 * days)]);
  openSite("/user/forget-device", answers);
  const button = await screen.findByRole("button", { name: "Forget device" });
  const group = screen.getByRole("group", { name: "Devices" });
  await waitFor(() => expect(within(group).getAllByRole("checkbox")).toHaveLength(5));
  fireEvent.click(button);
  expect(within(group).getByText("Choose at least 1.")).toBeDefined();
  const description = document.getElementById(group.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toContain("Choose");
  const [first] = within(group).getAllByRole("checkbox");
  expect(document.activeElement).toBe(first);
  fireEvent.click(first as HTMLElement);
  expect(screen.queryByText("Choose at least 1.")).toBeNull();
  expect(calls).toEqual([]);
});

test("devices with the same name are told apart by the last use in their names, with its time", async () => {
  const morning = aged(6, iPad, 170 * days);
  const noon = aged(7, iPad, 170 * days - 4 * 3_600_000);
  const { answers } = serverWith([...phones, morning, noon]);
  openSite("/user/forget-device", answers);
  const named = await screen.findAllByRole("checkbox", {
    name: /^Safari on iPad\s*Used 5.months.ago ?· ?\w+.\d+,.\d{4},.\d+:\d\d.[AP]M$/,
  });
  expect(new Set(named.map((box) => box.closest(".o-check")?.textContent)).size).toBe(2);
});

test("no place is offered when all devices were used this season, and the list shows each with its last use", async () => {
  const { answers } = serverWith([...phones, aged(5, iPad, 170 * days)]);
  openSite("/user/maximum-number-devices", answers);
  const list = await screen.findByRole("list", { name: "Devices of Fir" });
  const rows = within(list).getAllByRole("listitem");
  expect(rows).toHaveLength(5);
  expect(rows[0]?.textContent).toMatch(/^Safari on iPad +Used 5.months.ago · \w+.\d+,.\d{4}$/);
  expect(screen.queryByRole("button", { name: /^Free/ })).toBeNull();
});
