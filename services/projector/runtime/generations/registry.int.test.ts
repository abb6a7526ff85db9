import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
import { readModels } from "@ornament/contracts/read-models/read-models";
import { openTestStores, type TestStores } from "../../testing/projector-fixture.ts";
import { beforeFirstEvent, type GenerationRegistry, generationRegistry } from "./registry.ts";
import { StateInvalidated } from "./state-invalidated.ts";

let at: TestStores;
let registry: GenerationRegistry;
let pins: ProjectionGeneration;
let settings: ProjectionGeneration;
beforeEach(async () => {
  at = await openTestStores();
  registry = generationRegistry(at.db, () => new Date("2026-12-01T12:00:00Z"));
  pins = await registry.add(readModels.pins, "live", undefined);
  settings = await registry.add(readModels.settings, "live", undefined);
});
afterEach(() => at.close());

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
