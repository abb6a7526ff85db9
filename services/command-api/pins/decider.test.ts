import { describe, expect, test } from "@jest/globals";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { factsOf } from "@ornament/platform/commands/testing/decider-specification";
import {
  activated,
  bound,
  code,
  consumer,
  deactivated,
  fold,
  given,
  givenOwned,
  imported,
  registered,
  released,
  stranger,
} from "../testing/pin-facts.ts";
import type { PinCommand } from "./commands.ts";

const ofPin = factsOf<PinEvent>()({ code });

describe("importing a PIN", () => {
  const command: PinCommand = { type: "Import", code, batchName: "pins.csv", importId: "i" };
  test("the import of a new code issues the PIN", () => given().decides(command, imported));
  test("the import of a PIN that was issued before changes nothing", () => givenOwned().decides(command));
});

describe("entering a PIN", () => {
  const command: PinCommand = { type: "Register", consumerId: consumer, name: "Mia" };
  test("an unclaimed PIN gets an owner", () => given(imported).decides(command, registered));
  test("a PIN that its owner enters again does not change", () => givenOwned().decides(command));
  test("a released PIN can be entered again", () => givenOwned(released).decides(command, registered));
  test("a PIN that was never issued can't be entered and is answered as not found", () =>
    given().refuses(command, "pin_not_found"));
  test("somebody else's PIN can't be entered and is answered as not found", () =>
    givenOwned().refuses({ type: "Register", consumerId: stranger, name: "" }, "pin_not_found"));
  test("a deactivated PIN can't be entered and is answered as not found", () =>
    given(imported, { ...deactivated, data: { ...deactivated.data, consumerId: null } } as PinEvent).refuses(
      command,
      "pin_not_found",
    ));
});

describe("releasing a PIN", () => {
  const command: PinCommand = { type: "Release", consumerId: consumer };
  test("the owner releases a PIN", () => givenOwned().decides(command, released));
  test("a PIN that is released already is not released again", () => givenOwned(released).decides(command));
});

describe("releasing a PIN from its owner by an admin", () => {
  const reason = "Bought second-hand";
  const release: PinCommand = { type: "ReleaseFromOwner", consumerId: consumer, reason };
  test("an admin releases a PIN from the owner with a reason, and its devices are forgotten", () => {
    const event = ofPin("PinReleased", { consumerId: consumer, reason });
    expect(fold([imported, registered, bound(1), event])).toMatchObject({
      ownerId: null,
      devices: new Map(),
    });
    return givenOwned().decides(release, event);
  });
  test("a PIN that the read owner has no more is not released", () => {
    given(imported).refuses(release, "pin_owner_changed");
    givenOwned().refuses({ ...release, consumerId: stranger }, "pin_owner_changed");
  });
});

describe("deactivating a PIN", () => {
  const deactivate: PinCommand = { type: "Deactivate", comment: "lost" };
  const activate: PinCommand = { type: "Activate", comment: "found" };
  test("an entered PIN can be deactivated", () => givenOwned().decides(deactivate, deactivated));
  test("an unclaimed PIN can be deactivated", () =>
    given(imported).decides(deactivate, ofPin("PinDeactivated", { consumerId: null, comment: "lost" })));
  test("a deactivated PIN can't be deactivated again", () =>
    givenOwned(deactivated).refuses(deactivate, "pin_already_blocked"));
  test("an activated PIN has the owner and the devices from before its deactivation", () => {
    givenOwned(bound(1), deactivated).decides(activate, activated);
    const before = fold([imported, registered, bound(1)]);
    expect(fold([imported, registered, bound(1), deactivated, activated])).toEqual(before);
  });
  test("a PIN that is not deactivated can't be activated", () =>
    givenOwned().refuses(activate, "pin_not_blocked"));
  test("a PIN that was never issued can't be deactivated", () =>
    given().refuses(deactivate, "pin_not_found"));
});

describe("a PIN in a bulk change", () => {
  const first = { id: "bulk-1", undoes: undefined };
  const undo = { id: "bulk-2", undoes: "bulk-1" };
  const inBulk = ofPin("PinDeactivated", { consumerId: consumer, comment: "stolen", bulkChangeId: "bulk-1" });
  const activate: PinCommand = { type: "Activate", comment: "found", bulkChange: undo };
  test("the event of the PIN names the bulk change", () =>
    givenOwned().decides({ type: "Deactivate", comment: "stolen", bulkChange: first }, inBulk));
  test("an undo changes a PIN back that nobody has changed since", () =>
    givenOwned(inBulk).decides(
      activate,
      ofPin("PinActivated", { consumerId: consumer, comment: "found", bulkChangeId: "bulk-2" }),
    ));
  test.each<[string, PinEvent[]]>([
    ["activated and deactivated one by one", [inBulk, activated, deactivated]],
    ["activated", [inBulk, activated]],
    ["released by its owner", [inBulk, released]],
    ["never changed by the bulk change", [deactivated]],
  ])("an undo leaves a PIN alone that was %s", (_name, events) =>
    givenOwned(events).refuses(activate, "changed_meanwhile"),
  );
  test("an undo of an activation leaves a PIN alone that was entered since", () => {
    const activatedInBulk = ofPin("PinActivated", {
      consumerId: null,
      comment: "found",
      bulkChangeId: "bulk-1",
    });
    const deactivate: PinCommand = { type: "Deactivate", comment: "stolen", bulkChange: undo };
    given(imported, activatedInBulk, registered).refuses(deactivate, "changed_meanwhile");
    given(imported, activatedInBulk).decides(
      deactivate,
      ofPin("PinDeactivated", { consumerId: null, comment: "stolen", bulkChangeId: "bulk-2" }),
    );
  });
});
