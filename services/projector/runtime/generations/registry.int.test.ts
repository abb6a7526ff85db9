import { beforeEach, expect, test } from "@jest/globals";
import { readModels } from "@ornament/contracts/read-models";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { testStores } from "../../testing/projector-fixture.ts";
import { beforeFirstEvent, ended, GenerationRegistry, StateInvalidated } from "./registry.ts";

const at = testStores();
let registry: GenerationRegistry;
let pins: ProjectionGeneration;
let settings: ProjectionGeneration;
beforeEach(async () => {
  registry = new GenerationRegistry(at.db, () => new Date("2026-12-01T12:00:00Z"));
  pins = await registry.add(readModels.pins, "live", undefined);
  settings = await registry.add(readModels.settings, "live", undefined);
});

const positionAt = (commit: bigint) => ({ commit, prepare: commit });

/** Moves both checkpoints on by 10 bytes. */
async function move(from: bigint): Promise<void> {
  await registry.moveCheckpoints(
    [pins, settings].map(({ _id: id }) => ({
      id,
      from: from < 0n ? beforeFirstEvent : positionAt(from),
      to: positionAt(from + 10n),
      eventId: "e1",
      ready: true,
    })),
  );
}

test("checkpoints are moved only from their stored position", async () => {
  await move(-1n);
  await expect(move(-1n)).rejects.toThrow(StateInvalidated);
  expect((await registry.all()).map(({ commit }) => commit)).toEqual([9n, 9n]);
});

test("a promoted generation ends those of its version immediately, and those of another version after 15 minutes", async () => {
  const former = { ...readModels.pins, version: 1_000 };
  const other = await registry.add(former, "live", undefined);
  const next = await registry.add(readModels.pins, "live", undefined);
  await registry.promote(next);
  const known = await registry.all();
  const stateOf = (id: string) => known.find(({ _id }) => _id === id)?.state;
  expect([pins, other, next].map(({ _id }) => stateOf(_id))).toEqual(["retired", "live", "live"]);
  const droppedAt = (time: string) => ended(known, new Date(time)).map(({ _id }) => _id);
  expect(droppedAt("2026-12-01T12:14:59Z")).toEqual([]);
  expect(droppedAt("2026-12-01T12:15:00Z").sort()).toEqual([pins._id, other._id].sort());
  // The former build starts again.
  await registry.promote(other);
  expect((await registry.all()).find(({ _id }) => _id === other._id)?.retiredAt).toBeNull();
});
