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
  test("the import of a new code issues the PIN", () => given().decides(command, imported));
  test("the import of a PIN that was issued before changes nothing", () =>
    given(imported, registered).decides(command));
});

describe("entering a PIN", () => {
  const command: PinCommand = { type: "Register", consumerId: consumer, name: "Mia" };
  test("an unclaimed PIN gets an owner", () => given(imported).decides(command, registered));
  test("a PIN that its owner enters again does not change", () =>
    given(imported, registered).decides(command));
  test("a released PIN can be entered again", () =>
    given(imported, registered, released).decides(command, registered));
  test("a PIN that was never issued can't be entered and is answered as not found", () =>
    given().refuses(command, "pin_not_found"));
  test("somebody else's PIN can't be entered and is answered as not found", () =>
    given(imported, registered).refuses(
      { type: "Register", consumerId: stranger, name: "" },
      "pin_not_found",
    ));
  test("a deactivated PIN can't be entered and is answered as not found", () =>
    given(imported, { ...deactivated, data: { ...deactivated.data, consumerId: null } } as PinEvent).refuses(
      command,
      "pin_not_found",
    ));
});

describe("releasing a PIN", () => {
  const command: PinCommand = { type: "Release", consumerId: consumer };
  test("the owner releases a PIN", () => given(imported, registered).decides(command, released));
  test("a PIN that is released already is not released again", () =>
    given(imported, registered, released).decides(command));
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
    return given(imported, registered).decides(release, event);
  });
  test("a PIN that the read owner has no more is not released", () => {
    given(imported).refuses(release, "pin_owner_changed");
    given(imported, registered).refuses({ ...release, consumerId: stranger }, "pin_owner_changed");
  });
});

describe("deactivating a PIN", () => {
  const deactivate: PinCommand = { type: "Deactivate", comment: "lost" };
  const activate: PinCommand = { type: "Activate", comment: "found" };
  test("an entered PIN can be deactivated", () =>
    given(imported, registered).decides(deactivate, deactivated));
  test("an unclaimed PIN can be deactivated", () =>
    given(imported).decides(deactivate, {
      type: "PinDeactivated",
      data: { code, consumerId: null, comment: "lost" },
    }));
  test("a deactivated PIN can't be deactivated again", () =>
    given(imported, registered, deactivated).refuses(deactivate, "pin_already_blocked"));
  test("an activated PIN has the owner and the devices from before its deactivation", () => {
    given(imported, registered, bound(1), deactivated).decides(activate, activated);
    const before = fold([imported, registered, bound(1)]);
    expect(fold([imported, registered, bound(1), deactivated, activated])).toEqual(before);
  });
  test("a PIN that is not deactivated can't be activated", () =>
    given(imported, registered).refuses(activate, "pin_not_blocked"));
  test("a PIN that was never issued can't be deactivated", () =>
    given().refuses(deactivate, "pin_not_found"));
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
    given(imported, registered).decides(
      { type: "Deactivate", comment: "stolen", bulkChange: first },
      inBulk,
    ));
  test("an undo changes a PIN back that nobody has changed since", () =>
    given(imported, registered, inBulk).decides(activate, {
      type: "PinActivated",
      data: { code, consumerId: consumer, comment: "found", bulkChangeId: "bulk-2" },
    }));
  test.each<[string, PinEvent[]]>([
    ["activated and deactivated one by one", [inBulk, activated, deactivated]],
    ["activated", [inBulk, activated]],
    ["released by its owner", [inBulk, released]],
    ["never changed by the bulk change", [deactivated]],
  ])("an undo leaves a PIN alone that was %s", (_name, events) =>
    given(imported, registered, events).refuses(activate, "changed_meanwhile"),
  );
  test("an undo of an activation leaves a PIN alone that was entered since", () => {
    const activatedInBulk: PinEvent = {
      type: "PinActivated",
      data: { code, consumerId: null, comment: "found", bulkChangeId: "bulk-1" },
    };
    const deactivate: PinCommand = { type: "Deactivate", comment: "stolen", bulkChange: undo };
    given(imported, activatedInBulk, registered).refuses(deactivate, "changed_meanwhile");
    given(imported, activatedInBulk).decides(deactivate, {
      type: "PinDeactivated",
      data: { code, consumerId: null, comment: "stolen", bulkChangeId: "bulk-2" },
    });
  });
});
