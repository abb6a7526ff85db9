import { expect, test } from "@jest/globals";
import { deviceIdOf } from "@ornament/contracts/devices/device-id";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import fc from "fast-check";
import { checkCompactedDecisions, historyOf } from "../testing/compacted-decisions.ts";
import { bound, imported, registered, renamed, signedIn } from "../testing/pin-facts.ts";
import type { PinCommand } from "./commands.ts";
import { pinDecider } from "./decider.ts";
import type { PinState } from "./state.ts";

const code = "ABCD123";
const someone = fc.constantFrom(4096, 8192);
const name = fc.constantFrom("Kitchen", "Tablet", "Grandma");

/** A device that was bound at some time, or one that never was. */
const deviceOf = ({ devices, lastOrdinal }: PinState, pick: number): number => {
  const ever = Array.from({ length: lastOrdinal }, (_, index) => deviceIdOf(pinIdOf(code), index + 1));
  const ids = [...devices.keys(), ...ever, 1];
  return ids[pick % ids.length] ?? 1;
};

/** A single PIN, a bulk change, or the undo of one. */
const inBulk = fc.constantFrom(
  {},
  { bulkChange: { id: "bulk-1", undoes: undefined } },
  { bulkChange: { id: "bulk-2", undoes: "bulk-1" } },
);

type Make = (state: PinState, now: number) => PinCommand;

const commands: Record<PinCommand["type"], fc.Arbitrary<Make>> = {
  Import: fc.constant(() => ({ type: "Import", code, batchName: "b", importId: "i" })),
  Register: fc.tuple(someone, name).map(([consumerId, nickname]) => () => ({
    type: "Register",
    consumerId,
    name: nickname,
  })),
  Release: someone.map((consumerId) => () => ({ type: "Release", consumerId })),
  ReleaseFromOwner: someone.map((consumerId) => () => ({
    type: "ReleaseFromOwner",
    consumerId,
    reason: "why",
  })),
  Activate: inBulk.map((bulkChange) => () => ({ type: "Activate", comment: "why", ...bulkChange })),
  Deactivate: inBulk.map((bulkChange) => () => ({ type: "Deactivate", comment: "why", ...bulkChange })),
  BindDevice: fc
    .tuple(fc.nat(), fc.boolean(), fc.integer({ min: 1, max: 4 }), fc.nat({ max: 9 }))
    .map(([pick, known, limit, browser]) => (state, now) => ({
      type: "BindDevice",
      consumerId: state.ownerId ?? 4096,
      userAgent: `agent ${pick % 5}`,
      limit,
      browser: `browser ${browser}`,
      knownDeviceIds: known ? [deviceOf(state, pick)] : [],
      now,
    })),
  RecordUse: fc.nat().map((pick) => (state) => ({
    type: "RecordUse",
    deviceId: deviceOf(state, pick),
    consumerId: state.ownerId ?? 4096,
  })),
  RenameDevice: fc.tuple(fc.nat(), name).map(([pick, given]) => (state) => ({
    type: "RenameDevice",
    deviceId: deviceOf(state, pick),
    name: given,
  })),
  RemoveDevices: fc.tuple(fc.nat(), fc.boolean()).map(([pick, all]) => (state) => ({
    type: "RemoveDevices",
    deviceIds: all ? [...state.devices.keys()] : [deviceOf(state, pick)],
    consumerId: null,
  })),
};
const { BindDevice: bindDevice, ...others } = commands;
const command = fc.oneof(...Object.values(others), { weight: 6, arbitrary: bindDevice });

test("a PIN decides and shows the same from a compacted history as from its full history", () => {
  checkCompactedDecisions({
    decider: pinDecider,
    command,
    shown: ({ lastRefusal: _once, formerDevices: _some, ...state }) => state,
  });
});

test("however often devices sign in, are refused and get names, a PIN's next command reads a few events", () => {
  const data = { code, consumerId: 4096, limit: 5, reason: "lockedpin", at: 0, userAgent: null } as const;
  const often = Array.from({ length: 1_000 }, (_, n) => [
    signedIn(1),
    renamed(1, `Name ${n}`),
    { type: "DeviceBindingRefused", data } as const,
  ]).flat();
  const history = historyOf([imported, registered, bound(1), ...often]);
  expect(pinDecider.compaction?.keep(history)).toHaveLength(6);
});
