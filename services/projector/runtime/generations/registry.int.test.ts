import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { contentOf, type ProjectionGeneration } from "@ornament/contracts/read-models/projection-status";
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
async function move(from: bigint, changed: { pins: boolean; settings: boolean }): Promise<void> {
  const moves = [
    { id: pins._id, changed: changed.pins },
    { id: settings._id, changed: changed.settings },
  ];
  await registry.moveCheckpoints(
    moves.map((each) => ({
      ...each,
      from: from < 0n ? beforeFirstEvent : positionAt(from),
      to: positionAt(from + 10n),
      eventId: "e1",
      ready: true,
    })),
  );
}

/** The names of the contents of pins and settings. */
async function contents(): Promise<[string, string]> {
  const all = await registry.all();
  const nameOf = ({ _id }: ProjectionGeneration) => {
    const found = all.find((generation) => generation._id === _id);
    if (!found) throw new Error(`${_id} is not there`);
    return contentOf(found);
  };
  return [nameOf(pins), nameOf(settings)];
}

test("the content of a generation gets another name only when its documents may have changed", async () => {
  await move(-1n, { pins: true, settings: true });
  const first = await contents();
  await move(9n, { pins: true, settings: false });
  const second = await contents();
  await move(19n, { pins: false, settings: false });
  expect([second[0] === first[0], second[1]]).toEqual([false, first[1]]);
  expect(await contents()).toEqual(second);
  expect((await registry.all()).map(({ commit }) => commit)).toEqual([29n, 29n]);
});

test("no name of a content is used twice, also when the log is replaced and its positions repeat", async () => {
  await move(-1n, { pins: true, settings: true });
  const before = await contents();
  await at.db.collection("projections").updateMany({}, { $set: { commit: -1n, prepare: -1n } });
  await move(-1n, { pins: true, settings: true });
  const [pinsNow, settingsNow] = await contents();
  expect([pinsNow === before[0], settingsNow === before[1]]).toEqual([false, false]);
});

test("the name of a content counts no more once a projector of an earlier version has moved the checkpoint", async () => {
  await move(-1n, { pins: true, settings: true });
  const before = await contents();
  await at.db.collection("projections").updateMany({}, { $set: { commit: 19n, prepare: 19n } });
  const [pinsNow, settingsNow] = await contents();
  expect([pinsNow === before[0], settingsNow === before[1]]).toEqual([false, false]);
});

test("checkpoints are not moved from a position where they do not stand", async () => {
  await move(-1n, { pins: true, settings: false });
  await expect(move(-1n, { pins: true, settings: false })).rejects.toThrow(StateInvalidated);
  expect((await registry.all()).map(({ commit }) => commit)).toEqual([9n, 9n]);
});
