import { describe, expect, test } from "@jest/globals";
import { deviceIdOf } from "@ornament/contracts/domain/device-id";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
import type { PinEvent } from "@ornament/contracts/events/pin";
import { bindingProblem, type PinCommand, pinDecider } from "./decider.ts";

const code = "ABCD123";
const parent = 4096;
const stranger = 8192;
const device = (ordinal: number) => deviceIdOf(pinIdOf(code), ordinal);

const imported: PinEvent = { type: "PinImported", data: { code, batchName: "pins.csv", importId: "i" } };
const registered: PinEvent = { type: "PinRegistered", data: { code, consumerId: parent, name: "Mia" } };
const released: PinEvent = { type: "PinReleased", data: { code, consumerId: parent } };
const deactivated: PinEvent = { type: "PinDeactivated", data: { code, consumerId: parent, comment: "lost" } };
const activated: PinEvent = { type: "PinActivated", data: { code, consumerId: parent, comment: "found" } };
const bound = (ordinal: number, limit = 5): PinEvent => ({
  type: "DeviceBound",
  data: { code, consumerId: parent, deviceId: device(ordinal), limit, userAgent: `agent ${ordinal}` },
});
const signedIn = (ordinal: number): PinEvent => ({
  type: "DeviceSignedIn",
  data: { code, consumerId: parent, deviceId: device(ordinal) },
});
const removed = (ordinal: number): PinEvent => ({
  type: "DeviceRemoved",
  data: { code, consumerId: parent, deviceId: device(ordinal) },
});
const renamed = (ordinal: number, name: string): PinEvent => ({
  type: "DeviceRenamed",
  data: { code, consumerId: parent, deviceId: device(ordinal), name },
});
const now = Date.parse("2026-12-24T17:00:00Z");
const hour = 3_600_000;
const refused = (reason: "lockedpin" | "maximum-number-devices", limit = 5, at = now): PinEvent => ({
  type: "DeviceBindingRefused",
  data: { code, consumerId: parent, limit, reason, at },
});
const bind = (more: Partial<Extract<PinCommand, { type: "BindDevice" }>> = {}): PinCommand => ({
  type: "BindDevice",
  consumerId: parent,
  userAgent: "agent 1",
  limit: 5,
  knownDeviceIds: [],
  now,
  ...more,
});

const fold = (events: PinEvent[]) => events.reduce(pinDecider.evolve, pinDecider.initialState());
const given = (...events: PinEvent[]) => ({
  when: (command: PinCommand) => ({
    thenEvents: (...expected: PinEvent[]) =>
      expect(pinDecider.decide(command, fold(events))).toEqual(expected),
    thenRefused: (expected: ErrorCode) => {
      let refusal: unknown;
      try {
        pinDecider.decide(command, fold(events));
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ code: expected });
    },
  }),
});

describe("import", () => {
  const command: PinCommand = { type: "Import", code, batchName: "pins.csv", importId: "i" };
  test("an unknown code is issued", () => given().when(command).thenEvents(imported));
  test("a known one is left as it is", () => given(imported, registered).when(command).thenEvents());
});

describe("register", () => {
  const command: PinCommand = { type: "Register", consumerId: parent, name: "Mia" };
  test("an unclaimed PIN gets its owner", () => given(imported).when(command).thenEvents(registered));
  test("again by the owner changes nothing", () => given(imported, registered).when(command).thenEvents());
  test("after a release it is free", () =>
    given(imported, registered, released).when(command).thenEvents(registered));
  test("one that was never issued is not found", () => given().when(command).thenRefused("pin_not_found"));
  test("someone else's is not found", () =>
    given(imported, registered)
      .when({ type: "Register", consumerId: stranger, name: "" })
      .thenRefused("pin_not_found"));
  test("a blocked one is not found", () =>
    given(imported, { ...deactivated, data: { ...deactivated.data, consumerId: null } } as PinEvent)
      .when(command)
      .thenRefused("pin_not_found"));
});

describe("release", () => {
  const command: PinCommand = { type: "Release", consumerId: parent };
  test("the owner lets it go", () => given(imported, registered).when(command).thenEvents(released));
  test("again changes nothing", () => given(imported, registered, released).when(command).thenEvents());
  test("devices go with it, and their ids never come back", () => {
    const events = [imported, registered, bound(1), released, registered];
    expect(fold(events).devices.size).toBe(0);
    given(...events)
      .when(bind({ knownDeviceIds: [device(1)] }))
      .thenEvents({ ...bound(2), data: { ...bound(2).data, userAgent: "agent 1" } } as PinEvent);
  });
});

describe("block", () => {
  const deactivate: PinCommand = { type: "Deactivate", comment: "lost" };
  const activate: PinCommand = { type: "Activate", comment: "found" };
  test("a registered PIN", () => given(imported, registered).when(deactivate).thenEvents(deactivated));
  test("an unclaimed one too", () =>
    given(imported)
      .when(deactivate)
      .thenEvents({ type: "PinDeactivated", data: { code, consumerId: null, comment: "lost" } }));
  test("not twice", () =>
    given(imported, registered, deactivated).when(deactivate).thenRefused("pin_already_blocked"));
  test("activation lifts it and restores the owner and devices", () => {
    given(imported, registered, bound(1), deactivated).when(activate).thenEvents(activated);
    const before = fold([imported, registered, bound(1)]);
    expect(fold([imported, registered, bound(1), deactivated, activated])).toEqual(before);
  });
  test("nothing to lift", () => given(imported, registered).when(activate).thenRefused("pin_not_blocked"));
  test("a PIN that was never issued", () => given().when(deactivate).thenRefused("pin_not_found"));
});

describe("bind a device", () => {
  test("a free place", () => given(imported, registered).when(bind()).thenEvents(bound(1)));
  test("the same device signs in again", () =>
    given(imported, registered, bound(1), bound(2))
      .when(bind({ knownDeviceIds: [device(1)] }))
      .thenEvents(signedIn(1)));
  test("a device bound already passes at the limit", () =>
    given(imported, registered, bound(1), bound(2))
      .when(bind({ limit: 2, knownDeviceIds: [device(2)] }))
      .thenEvents(signedIn(2)));
  test("but not above it", () =>
    given(imported, registered, bound(1), bound(2))
      .when(bind({ limit: 1, knownDeviceIds: [device(2)] }))
      .thenEvents(refused("maximum-number-devices", 1)));
  test("a new one is refused at the limit", () =>
    given(imported, registered, bound(1), bound(2))
      .when(bind({ limit: 2 }))
      .thenEvents(refused("maximum-number-devices", 2)));
  test("a removed device's place is free, its id is not", () =>
    given(imported, registered, bound(1), removed(1))
      .when(bind({ limit: 1, knownDeviceIds: [device(1)], userAgent: "agent 2" }))
      .thenEvents(bound(2, 1)));
  test("a refusal like the last one within an hour is answered without another event", () =>
    given(imported, registered, deactivated, refused("lockedpin", 5, now - hour + 1))
      .when(bind())
      .thenRefused("lockedpin"));
  test("a refusal like the last one more than an hour later is recorded again", () =>
    given(imported, registered, deactivated, refused("lockedpin", 5, now - hour))
      .when(bind())
      .thenEvents(refused("lockedpin")));
  test("a refusal under another limit is recorded, also within the hour", () =>
    given(imported, registered, bound(1), refused("maximum-number-devices", 0))
      .when(bind({ limit: 1 }))
      .thenEvents(refused("maximum-number-devices", 1)));
  test("a refusal that was recorded without its time does not stand for later ones", () => {
    const old = { code, consumerId: parent, limit: 5, reason: "lockedpin" } as const;
    given(imported, registered, deactivated, { type: "DeviceBindingRefused", data: old })
      .when(bind())
      .thenEvents(refused("lockedpin"));
  });
  test("a blocked PIN refuses, bound or not", () => {
    given(imported, registered, deactivated).when(bind()).thenEvents(refused("lockedpin"));
    given(imported, registered, bound(1), deactivated)
      .when(bind({ knownDeviceIds: [device(1)] }))
      .thenEvents(refused("lockedpin"));
  });
  test("someone else's PIN is not found", () =>
    given(imported, registered)
      .when(bind({ consumerId: stranger }))
      .thenRefused("pin_not_found"));
  test("an unclaimed or unknown one neither", () => {
    given(imported).when(bind()).thenRefused("pin_not_found");
    given().when(bind()).thenRefused("pin_not_found");
  });
  test("refusals take no place", () =>
    expect(fold([imported, registered, bound(1), refused("maximum-number-devices", 1)]).devices.size).toBe(
      1,
    ));
  test("the look says the same as the binding", () => {
    const state = fold([imported, registered, bound(1)]);
    expect(bindingProblem(state, { limit: 1, knownDeviceIds: [] })).toBe("maximum-number-devices");
    expect(bindingProblem(state, { limit: 1, knownDeviceIds: [device(1)] })).toBeUndefined();
  });
});

describe("rename a device", () => {
  const command: PinCommand = { type: "RenameDevice", deviceId: device(1), name: "Kitchen" };
  test("it gets the name", () =>
    given(imported, registered, bound(1)).when(command).thenEvents(renamed(1, "Kitchen")));
  test("the same name again changes nothing", () =>
    given(imported, registered, bound(1), renamed(1, "Kitchen")).when(command).thenEvents());
  test("a removed one is not found", () =>
    given(imported, registered, bound(1), removed(1)).when(command).thenRefused("device_not_found"));
});

describe("remove devices", () => {
  const remove = (deviceIds: number[], consumerId: number | null = parent): PinCommand => ({
    type: "RemoveDevices",
    deviceIds,
    consumerId,
  });
  test("by the owner, each once", () =>
    given(imported, registered, bound(1), bound(2))
      .when(remove([device(1), device(2), device(1)]))
      .thenEvents(removed(1), removed(2)));
  test("by an admin", () =>
    given(imported, registered, bound(1))
      .when(remove([device(1)], null))
      .thenEvents(removed(1)));
  test("by someone else: as if it did not exist", () =>
    given(imported, registered, bound(1))
      .when(remove([device(1)], stranger))
      .thenRefused("device_not_found"));
  test("one unknown device leaves all", () =>
    given(imported, registered, bound(1))
      .when(remove([device(1), device(2)]))
      .thenRefused("device_not_found"));
  test("what was removed is remembered by name", () => {
    const state = fold([imported, registered, bound(1), renamed(1, "Kitchen"), removed(1)]);
    expect(state.formerDevices.get(device(1))).toEqual({
      id: device(1),
      name: "Kitchen",
      userAgent: "agent 1",
    });
  });
});

test("erased personal fields are accepted", () => {
  const erased = { ...bound(1), data: { ...bound(1).data, userAgent: null } } as PinEvent;
  const nameless = { ...renamed(1, ""), data: { ...renamed(1, "").data, name: null } } as PinEvent;
  expect(fold([imported, registered, erased, nameless]).devices.get(device(1))).toEqual({
    id: device(1),
    name: null,
    userAgent: null,
  });
});
