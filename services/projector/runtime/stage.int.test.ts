import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { streams } from "@ornament/contracts/events/streams";
import {
  differencesCollection,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { writeDifferences } from "../cli/write-differences.ts";
import { projections } from "../projections/all-projections.ts";
import type { Projection } from "../projections/projection.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { openTestStores, pinsGeneration, type TestStores } from "../testing/projector-fixture.ts";

let at: TestStores;
let folder: string;
beforeEach(async () => {
  at = await openTestStores();
  folder = mkdtempSync(join(tmpdir(), "differences-"));
});
afterEach(async () => {
  await at.close();
  rmSync(folder, { recursive: true });
});

const { pins } = projections;
/** `pins` with a fault: it forgets that every third PIN was deactivated. */
const faulty: Projection = {
  ...pins,
  evolve(key, state, event, look) {
    const next = pins.evolve(key, state, event, look);
    const isSeeded = event.type === "PinDeactivated" && wrongCodes.includes(event.data.code);
    return isSeeded && next ? { ...next, blocked: false } : next;
  },
};
const codes = Array.from({ length: 12 }, (_, n) => codeOf(n));
const wrongCodes = codes.filter((_, n) => n % 3 === 0);

/** Twelve deactivated PINs in a read model that a faulty reducer made. */
async function faultyReadModel(): Promise<bigint> {
  let end = 0n;
  for (const code of codes) {
    await at.append(streams.pin(code), facts.imported(code));
    end = await at.append(streams.pin(code), facts.deactivated("lost", null, code));
  }
  const running = at.startProjector({ projections: [faulty] });
  await running.ready();
  await at.documents("pins", end);
  await running.stop();
  return end;
}
const blocked = async (position: bigint) =>
  (await at.documents("pins", position)).filter((pin) => pin.blocked).length;

test("a staged rebuild lists exactly the rows of a seeded fault, and shows them to nobody until it is approved", async () => {
  const end = await faultyReadModel();
  const first = at.startProjector({ projections: [pins] });
  await first.ready();
  expect(await at.carriedOut("stage", ["pins"])).toMatchObject({
    state: "done",
    messages: [
      expect.stringMatching(
        `^pins: staged as ${pinsGeneration(2)}; 4 of 13 documents differ from the live generation`,
      ),
    ],
  });
  const [line] = await writeDifferences(at.db, ["pins"], folder);
  const path = join(folder, `differences-${pinsGeneration(2)}.ndjson`);
  expect(line).toContain(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const differences = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  expect(differences.filter(({ field }) => field === "blocked")).toEqual(
    wrongCodes.map((code) => ({
      part: "main",
      id: pinIdOf(code),
      field: "blocked",
      live: false,
      staged: true,
    })),
  );
  expect(new Set(differences.map(({ id }) => id))).toEqual(new Set(wrongCodes.map(pinIdOf)));
  expect(await at.db.collection(differencesCollection).countDocuments()).toBe(0);
  expect(await blocked(end)).toBe(8);
  await first.stop();

  // The staged generation follows the log over a restart.
  await at.startProjector({ projections: [pins] }).ready();
  const code = codeOf(99);
  await at.append(streams.pin(code), facts.imported(code));
  const later = await at.append(streams.pin(code), facts.deactivated("lost", null, code));
  expect(await blocked(later)).toBe(9);
  expect(await at.carriedOut("approve", ["pins"])).toMatchObject({
    state: "done",
    messages: [`pins: now ${pinsGeneration(2)}`],
  });
  expect(await blocked(later)).toBe(13);
  expect(await at.carriedOut("verify", ["pins"])).toMatchObject({ state: "done" });
});

test("a discarded rebuild leaves the live read model as it is", async () => {
  const end = await faultyReadModel();
  await at.startProjector({ projections: [pins] }).ready();
  await at.carriedOut("stage", ["pins"]);
  expect(await at.carriedOut("discard", ["pins"])).toMatchObject({
    messages: [`pins: discarded ${pinsGeneration(2)}`],
  });
  expect(await blocked(end)).toBe(8);
  expect(await at.db.collection(differencesCollection).countDocuments()).toBe(0);
  expect(await at.carriedOut("approve", ["pins"])).toMatchObject({
    state: "failed",
    messages: ["Nothing is staged"],
  });
});

test("verify prints position, event, time and digest of each read model, finds a broken rule of the log, and keeps its outcome", async () => {
  const code = codeOf(1);
  await at.append(streams.pin(code), facts.imported(code));
  for (const consumerId of [7, 8])
    await at.append(streams.pin(code), { type: "PinRegistered", data: { code, consumerId } });
  await at.startProjector({ projections: [pins] }).ready();
  const { state, messages } = await at.carriedOut("verify", ["pins"]);
  expect(state).toBe("failed");
  expect(messages).toEqual([
    expect.stringMatching(
      /^pins: 2 documents, the same as after a fresh replay \(at \d+, event [\w-]{36} of \S+Z, sha256 [0-9a-f]{64}\)$/,
    ),
    expect.stringMatching(/^log: PIN 0000-001 has two owners, consumers 7 and 8 \(PinRegistered at \d+\)$/),
  ]);
  expect(await at.db.collection(verificationsCollection).findOne({})).toMatchObject({
    passed: false,
    messages,
  });
});

test("a damaged value freezes the row that needs it, and verify names it", async () => {
  await at.append(streams.consumer(7), facts.registered());
  const data = { consumerId: 7, previousKey: "k", email: { $person: "consumer7", $sealed: "A".repeat(60) } };
  const bad = await at.appendUnchecked(streams.consumer(7), { type: "ConsumerEmailChanged", data });
  const { consumers } = projections;
  await at.startProjector({ projections: [consumers] }).ready();
  expect(await at.documents("consumers", bad)).toMatchObject([{ email: "parent@example.com" }]);
  expect((await at.live("consumers"))?.notUpToDate).toMatchObject({ groups: 1 });
  const { state, messages } = await at.carriedOut("verify", ["consumers"]);
  expect(state).toBe("failed");
  expect(messages.at(-1)).toBe(`log: ConsumerEmailChanged at ${bad}: the seal of email is broken`);
});
