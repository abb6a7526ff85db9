import { describe, expect, test } from "@jest/globals";
import type { PinEvent } from "@ornament/contracts/pins/events";
import {
  bound,
  boundWithoutBrowser,
  code,
  consumer,
  deactivated,
  device,
  fold,
  given,
  givenOwned,
  imported,
  registered,
  released,
  removed,
  renamed,
  signedIn,
  stranger,
} from "../testing/pin-facts.ts";
import type { PinCommand } from "./commands.ts";
import { bindingProblem } from "./decide-devices.ts";

const now = Date.parse("2026-12-24T17:00:00Z");
const hour = 3_600_000;
const refused = (reason: "lockedpin" | "maximum-number-devices", limit = 5, at = now): PinEvent => ({
  type: "DeviceBindingRefused",
  data: { code, consumerId: consumer, limit, reason, at, userAgent: "agent 1", device: "Unknown device" },
});
const bind = (more: Partial<Extract<PinCommand, { type: "BindDevice" }>> = {}): PinCommand => ({
  type: "BindDevice",
  consumerId: consumer,
  userAgent: "agent 1",
  limit: 5,
  browser: "browser 1",
  knownDeviceIds: [],
  now,
  ...more,
});

const use = (ordinal: number, consumerId = consumer): PinCommand => ({
  type: "RecordUse",
  consumerId,
  deviceId: device(ordinal),
});
const used = (ordinal: number): PinEvent => ({
  type: "DeviceSignedIn",
  data: { code, consumerId: consumer, deviceId: device(ordinal) },
});

describe("the use of a device without the site", () => {
  test("the use of a bound device is recorded", () => givenOwned(bound(1)).decides(use(1), used(1)));
  test("the browser of a device stays known after a use without the site", () =>
    givenOwned(bound(1), used(1)).decides(bind(), signedIn(1)));
  test("the use of a forgotten device or of a former owner's device records nothing", () => {
    givenOwned(bound(1), removed(1)).decides(use(1));
    givenOwned(bound(1)).decides(use(1, stranger));
  });
});

describe("binding a device", () => {
  test("a device is bound while the PIN is below the device limit", () =>
    givenOwned().decides(bind(), bound(1)));
  test("a bound device signs in and is not bound again", () =>
    givenOwned(bound(1), bound(2)).decides(bind({ browser: "browser 2" }), signedIn(2)));
  test("a bound device is accepted at the limit", () =>
    givenOwned(bound(1), bound(2)).decides(bind({ limit: 2, browser: "browser 2" }), signedIn(2)));
  test("a bound device is refused above the limit", () =>
    givenOwned(bound(1), bound(2)).decides(
      bind({ limit: 1, browser: "browser 2" }),
      refused("maximum-number-devices", 1),
    ));
  test("a new device is refused at the limit", () =>
    givenOwned(bound(1), bound(2)).decides(
      bind({ limit: 2, browser: "browser 3" }),
      refused("maximum-number-devices", 2),
    ));
  test("another device can be bound after a device was forgotten, and gets a new id", () =>
    givenOwned(bound(1), removed(1)).decides(
      bind({ limit: 1, knownDeviceIds: [device(1)], userAgent: "agent 2" }),
      bound(2, 1, "browser 1"),
    ));
  test("a binding refused again for the same reason within an hour is not recorded again", () =>
    givenOwned(deactivated, refused("lockedpin", 5, now - hour + 1)).refuses(bind(), "lockedpin"));
  test("a binding refused again for the same reason an hour later is recorded again", () =>
    givenOwned(deactivated, refused("lockedpin", 5, now - hour)).decides(bind(), refused("lockedpin")));
  test("a binding refused under another limit is recorded, also within the hour", () =>
    givenOwned(bound(1), refused("maximum-number-devices", 0)).decides(
      bind({ limit: 1, browser: "browser 2" }),
      refused("maximum-number-devices", 1),
    ));
  test("a refused binding is recorded again where the last refusal has no time", () => {
    const old = { code, consumerId: consumer, limit: 5, reason: "lockedpin", userAgent: null } as const;
    givenOwned(deactivated, { type: "DeviceBindingRefused", data: old }).decides(
      bind(),
      refused("lockedpin"),
    );
  });
  test("a deactivated PIN refuses new and bound devices", () => {
    givenOwned(deactivated).decides(bind(), refused("lockedpin"));
    givenOwned(bound(1), deactivated).decides(bind({ knownDeviceIds: [device(1)] }), refused("lockedpin"));
  });
  test("somebody else's PIN is answered as not found when a device is bound", () =>
    givenOwned().refuses(bind({ consumerId: stranger }), "pin_not_found"));
  test("an unclaimed or unknown PIN is answered as not found when a device is bound", () => {
    given(imported).refuses(bind(), "pin_not_found");
    given().refuses(bind(), "pin_not_found");
  });
  test("a refused binding adds no device", () =>
    expect(fold([imported, registered, bound(1), refused("maximum-number-devices", 1)]).devices.size).toBe(
      1,
    ));
  test("the check before a binding answers the same as the binding itself", () => {
    const state = fold([imported, registered, bound(1)]);
    const of = (browser: string | undefined, ...knownDeviceIds: number[]) =>
      bindingProblem(state, { limit: 1, browser, knownDeviceIds });
    expect(of("browser 2")).toBe("maximum-number-devices");
    expect(of(undefined)).toBe("maximum-number-devices");
    expect(of("browser 1")).toBeUndefined();
    expect(of(undefined, device(1))).toBeUndefined();
  });
});

describe("the device of a browser", () => {
  test("a browser signs in with the device that its device token proves, and the device gets the browser", () => {
    givenOwned(boundWithoutBrowser(1)).decides(bind({ knownDeviceIds: [device(1)] }), signedIn(1));
    givenOwned(boundWithoutBrowser(1), signedIn(1)).decides(bind(), signedIn(1));
  });
  test("a browser with a new cookie and its old device token stays the same device", () => {
    givenOwned(bound(1, 5, "deleted cookie")).decides(bind({ knownDeviceIds: [device(1)] }), signedIn(1));
    givenOwned(bound(1, 5, "deleted cookie"), signedIn(1)).decides(bind(), signedIn(1));
  });
  test("a browser whose cookie and device token name two devices is the device of the cookie", () =>
    givenOwned(bound(1), bound(2)).decides(
      bind({ browser: "browser 2", knownDeviceIds: [device(1)] }),
      signedIn(2),
    ));
  test("a device that was bound without a browser is not matched to a browser without a cookie", () =>
    givenOwned(boundWithoutBrowser(1)).decides(bind({ userAgent: "agent 2" }), bound(2, 5, "browser 1")));
  test("a browser whose device was forgotten is bound as a new device", () =>
    givenOwned(bound(1), removed(1)).decides(bind({ userAgent: "agent 2" }), bound(2, 5, "browser 1")));
  test("a sign-in without a browser leaves the browser of the device unchanged", () => {
    const older = {
      type: "DeviceSignedIn",
      data: { code, consumerId: consumer, deviceId: device(1) },
    } as const;
    givenOwned(bound(1), older).decides(bind(), signedIn(1));
  });
});

test("a release forgets the devices of a PIN, and their ids are never used again", () => {
  const events = [imported, registered, bound(1), released, registered];
  expect(fold(events).devices.size).toBe(0);
  given(events).decides(
    bind({ knownDeviceIds: [device(1)], userAgent: "agent 2" }),
    bound(2, 5, "browser 1"),
  );
});

describe("renaming a device", () => {
  const command: PinCommand = { type: "RenameDevice", deviceId: device(1), name: "Kitchen" };
  test("a device gets the name it is given", () =>
    givenOwned(bound(1)).decides(command, renamed(1, "Kitchen")));
  test("a device that gets the name it has does not change", () =>
    givenOwned(bound(1), renamed(1, "Kitchen")).decides(command));
  test("a forgotten device can't be renamed and is answered as not found", () =>
    givenOwned(bound(1), removed(1)).refuses(command, "device_not_found"));
});

describe("forgetting devices", () => {
  const remove = (deviceIds: number[], consumerId: number | null = consumer): PinCommand => ({
    type: "RemoveDevices",
    deviceIds,
    consumerId,
  });
  test("the owner forgets several devices, each of them once", () =>
    givenOwned(bound(1), bound(2)).decides(
      remove([device(1), device(2), device(1)]),
      removed(1),
      removed(2),
    ));
  test("an admin forgets a device, which is recorded by its name", () =>
    givenOwned(bound(1), renamed(1, "Kitchen iPad")).decides(
      remove([device(1)], null),
      removed(1, "Kitchen iPad"),
    ));
  test("somebody else's device can't be forgotten and is answered as not found", () =>
    givenOwned(bound(1)).refuses(remove([device(1)], stranger), "device_not_found"));
  test("devices stay bound when one of those to forget is unknown", () =>
    givenOwned(bound(1)).refuses(remove([device(1), device(2)]), "device_not_found"));
  test("the other devices are forgotten when one of them is forgotten already", () => {
    const pin = givenOwned(bound(1), bound(2), removed(1));
    pin.decides(remove([device(1), device(2)]), removed(2));
    pin.decides(remove([device(1)]));
    pin.decides(remove([device(1)], null));
    pin.refuses(remove([device(1)], stranger), "device_not_found");
  });
  test("a device of an earlier owner is answered as not found", () => {
    const pin = givenOwned(bound(1), removed(1), bound(2), released, registered, bound(3));
    for (const former of [1, 2]) {
      pin.refuses(remove([device(former), device(3)]), "device_not_found");
      pin.refuses(remove([device(former)], null), "device_not_found");
    }
  });
  test("the name of a forgotten device can still be read", () => {
    const state = fold([imported, registered, bound(1), renamed(1, "Kitchen"), removed(1)]);
    expect(state.formerDevices.get(device(1))).toEqual({
      id: device(1),
      name: "Kitchen",
      userAgent: "agent 1",
      browser: "browser 1",
    });
  });
});

test("a device whose personal data were erased has no name and no user agent", () => {
  const erased = { ...bound(1), data: { ...bound(1).data, userAgent: null } } as PinEvent;
  const nameless = { ...renamed(1, ""), data: { ...renamed(1, "").data, name: null } } as PinEvent;
  expect(fold([imported, registered, erased, nameless]).devices.get(device(1))).toEqual({
    id: device(1),
    name: null,
    userAgent: null,
    browser: "browser 1",
  });
});
