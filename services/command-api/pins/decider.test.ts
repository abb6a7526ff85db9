import { describe, expect, test } from "@jest/globals";
import type { PinEvent } from "@ornament/contracts/pins/events";
import {
  activated,
  bound,
  code,
  consumer,
  deactivated,
  fold,
  given,
  imported,
  registered,
  released,
  stranger,
} from "../testing/pin-facts.ts";
import type { PinCommand } from "./commands.ts";

describe("importing a PIN", () => {
  const command: PinCommand = { type: "Import", code, batchName: "pins.csv", importId: "i" };
  test("the import of a new code issues the PIN", () => given().when(command).thenEvents(imported));
  test("the import of a PIN that was issued before changes nothing", () =>
    given(imported, registered).when(command).thenEvents());
});

describe("entering a PIN", () => {
  const command: PinCommand = { type: "Register", consumerId: consumer, name: "Mia" };
  test("an unclaimed PIN gets an owner", () => given(imported).when(command).thenEvents(registered));
  test("a PIN that its owner enters again does not change", () =>
    given(imported, registered).when(command).thenEvents());
  test("a released PIN can be entered again", () =>
    given(imported, registered, released).when(command).thenEvents(registered));
  test("a PIN that was never issued can't be entered and is answered as not found", () =>
    given().when(command).thenRefused("pin_not_found"));
  test("somebody else's PIN can't be entered and is answered as not found", () =>
    given(imported, registered)
      .when({ type: "Register", consumerId: stranger, name: "" })
      .thenRefused("pin_not_found"));
  test("a deactivated PIN can't be entered and is answered as not found", () =>
    given(imported, { ...deactivated, data: { ...deactivated.data, consumerId: null } } as PinEvent)
      .when(command)
      .thenRefused("pin_not_found"));
});

describe("releasing a PIN", () => {
  const command: PinCommand = { type: "Release", consumerId: consumer };
  test("the owner releases a PIN", () => given(imported, registered).when(command).thenEvents(released));
  test("a PIN that is released already is not released again", () =>
    given(imported, registered, released).when(command).thenEvents());
});

describe("releasing a PIN from its owner by an admin", () => {
  const reason = "Bought second-hand";
  const release: PinCommand = { type: "ReleaseFromOwner", consumerId: consumer, reason };
  test("an admin releases a PIN from the owner with a reason, and its devices are forgotten", () => {
    const event: PinEvent = { type: "PinReleased", data: { code, consumerId: consumer, reason } };
    expect(fold([imported, registered, bound(1), event])).toMatchObject({
      ownerId: null,
      devices: new Map(),
    });
    return given(imported, registered).when(release).thenEvents(event);
  });
  test("a PIN that the read owner has no more is not released", () => {
    given(imported).when(release).thenRefused("pin_owner_changed");
    given(imported, registered)
      .when({ ...release, consumerId: stranger })
      .thenRefused("pin_owner_changed");
  });
});

describe("deactivating a PIN", () => {
  const deactivate: PinCommand = { type: "Deactivate", comment: "lost" };
  const activate: PinCommand = { type: "Activate", comment: "found" };
  test("an entered PIN can be deactivated", () =>
    given(imported, registered).when(deactivate).thenEvents(deactivated));
  test("an unclaimed PIN can be deactivated", () =>
    given(imported)
      .when(deactivate)
      .thenEvents({ type: "PinDeactivated", data: { code, consumerId: null, comment: "lost" } }));
  test("a deactivated PIN can't be deactivated again", () =>
    given(imported, registered, deactivated).when(deactivate).thenRefused("pin_already_blocked"));
  test("an activated PIN has the owner and the devices from before its deactivation", () => {
    given(imported, registered, bound(1), deactivated).when(activate).thenEvents(activated);
    const before = fold([imported, registered, bound(1)]);
    expect(fold([imported, registered, bound(1), deactivated, activated])).toEqual(before);
  });
  test("a PIN that is not deactivated can't be activated", () =>
    given(imported, registered).when(activate).thenRefused("pin_not_blocked"));
  test("a PIN that was never issued can't be deactivated", () =>
    given().when(deactivate).thenRefused("pin_not_found"));
});

describe("a PIN in a bulk change", () => {
  const first = { id: "bulk-1", undoes: undefined };
  const undo = { id: "bulk-2", undoes: "bulk-1" };
  const inBulk: PinEvent = {
    type: "PinDeactivated",
    data: { code, consumerId: consumer, comment: "stolen", bulkChangeId: "bulk-1" },
  };
  const activate: PinCommand = { type: "Activate", comment: "found", bulkChange: undo };
  test("the event of the PIN names the bulk change", () =>
    given(imported, registered)
      .when({ type: "Deactivate", comment: "stolen", bulkChange: first })
      .thenEvents(inBulk));
  test("an undo changes a PIN back that nobody has changed since", () =>
    given(imported, registered, inBulk)
      .when(activate)
      .thenEvents({
        type: "PinActivated",
        data: { code, consumerId: consumer, comment: "found", bulkChangeId: "bulk-2" },
      }));
  test.each<[string, PinEvent[]]>([
    ["activated and deactivated one by one", [inBulk, activated, deactivated]],
    ["activated", [inBulk, activated]],
    ["released by its owner", [inBulk, released]],
    ["never changed by the bulk change", [deactivated]],
  ])("an undo leaves a PIN alone that was %s", (_name, events) =>
    given(imported, registered, events).when(activate).thenRefused("changed_meanwhile"),
  );
  test("an undo of an activation leaves a PIN alone that was entered since", () => {
    const activatedInBulk: PinEvent = {
      type: "PinActivated",
      data: { code, consumerId: null, comment: "found", bulkChangeId: "bulk-1" },
    };
    const deactivate: PinCommand = { type: "Deactivate", comment: "stolen", bulkChange: undo };
    given(imported, activatedInBulk, registered).when(deactivate).thenRefused("changed_meanwhile");
    given(imported, activatedInBulk)
      .when(deactivate)
      .thenEvents({
        type: "PinDeactivated",
        data: { code, consumerId: null, comment: "stolen", bulkChangeId: "bulk-2" },
      });
  });
});
