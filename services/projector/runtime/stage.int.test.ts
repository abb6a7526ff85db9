import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { streams } from "@ornament/contracts/events/streams";
import {
  differencesCollection,
  requestsCollection,
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { writeDifferences } from "../cli/write-differences.ts";
import { projectorMetrics } from "../metrics.ts";
import { projections } from "../projections/all-projections.ts";
import type { Projection } from "../projections/projection.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { openTestStores, pinsGeneration, type TestStores } from "../testing/projector-fixture.ts";
import { verifyNightly } from "./verify/nightly.ts";

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

test("an erasure removes the stored differences, which hold personal data, and the staged rebuild goes on", async () => {
  await at.append(streams.consumer(7), facts.registered());
  const { consumers } = projections;
  const forgetful: Projection = {
    ...consumers,
    rows: (key, state) => consumers.rows(key, { ...state, email: "wrong@example.com" }),
  };
  const running = at.startProjector({ projections: [forgetful] });
  await running.ready();
  await running.stop();
  await at.startProjector({ projections: [consumers] }).ready();
  expect(await at.carriedOut("stage", ["consumers"])).toMatchObject({ state: "done" });
  const stored = () => at.db.collection(differencesCollection).find({}).toArray();
  expect(JSON.stringify(await stored())).toContain("parent@example.com");
  const deleted = await at.append(streams.consumer(7), facts.consumerDeleted());
  await at.documents("consumers", deleted);
  expect(await stored()).toEqual([]);
  expect(await writeDifferences(at.db, ["consumers"], folder)).toEqual([
    expect.stringMatching(
      /^No differences of consumers are stored: .* an erasure has removed them\. `approve/,
    ),
  ]);
  expect(await at.carriedOut("approve", ["consumers"])).toMatchObject({ state: "done" });
});

test("a nightly verify is requested once a night, and its result and age are metrics", async () => {
  await at.append(streams.pin(codes[0] ?? ""), facts.imported(codes[0]));
  await at.startProjector({ projections: [pins] }).ready();
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  const night = (clock: string) =>
    verifyNightly({
      db: at.db,
      projections: [pins],
      metrics,
      verifyAt: "03:00",
      now: () => new Date(`2999-12-01T${clock}Z`),
    });
  await night("02:59:59.000");
  expect(await at.db.collection(requestsCollection).countDocuments()).toBe(0);
  await night("03:00:10.000");
  const outcome = () => at.db.collection<Verification>(verificationsCollection).findOne({ _id: "last" });
  while (!(await outcome())) await new Promise(setImmediate);
  const last = await outcome();
  expect(last).toMatchObject({ passed: true, nightlyOf: "2999-12-01" });
  await night("03:00:40.000");
  const valuesOf = async (gauge: { get(): Promise<{ values: { value: number }[] }> }) =>
    (await gauge.get()).values.map(({ value }) => value);
  expect(await valuesOf(metrics.verifyPassed)).toEqual([1]);
  const age = (Date.parse("2999-12-01T03:00:40Z") - (last?.at.getTime() ?? 0)) / 1000;
  expect(await valuesOf(metrics.verifyAge)).toEqual([age]);
  while ((await at.db.collection(requestsCollection).countDocuments()) > 0) await new Promise(setImmediate);
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
