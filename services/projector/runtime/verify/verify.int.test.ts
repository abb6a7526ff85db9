import { expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { jobsCollection } from "@ornament/contracts/projections/jobs";
import {
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { projections } from "../../all-projections.ts";
import { projectorMetrics } from "../../metrics.ts";
import { codeOf, facts } from "../../testing/facts.ts";
import { testStores } from "../../testing/projector-fixture.ts";
import { verifyNightly } from "../jobs/nightly.ts";

const at = testStores();

const { pins } = projections;
const code = codeOf(1);

test("a nightly verify is requested once a night, and its result and age are metrics", async () => {
  await at.append(streams.pin(code), facts.imported(code));
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
  expect(await at.db.collection(jobsCollection).countDocuments()).toBe(0);
  await night("03:00:10.000");
  const outcome = () => at.db.collection<Verification>(verificationsCollection).findOne({ _id: "last" });
  while (!(await outcome())) await new Promise(setImmediate);
  const last = await outcome();
  expect(last).toMatchObject({ passed: true, nightlyOf: "2999-12-01" });
  await night("03:00:40.000");
  expect(await at.db.collection(jobsCollection).countDocuments()).toBe(1);
  const valuesOf = async (gauge: { get(): Promise<{ values: { value: number }[] }> }) =>
    (await gauge.get()).values.map(({ value }) => value);
  expect(await valuesOf(metrics.verifyPassed)).toEqual([1]);
  const age = (Date.parse("2999-12-01T03:00:40Z") - (last?.at.getTime() ?? 0)) / 1000;
  expect(await valuesOf(metrics.verifyAge)).toEqual([age]);
});

test("verify prints position, event, time and digest of each read model, finds a broken rule of the log, and keeps its outcome", async () => {
  await at.append(streams.pin(code), facts.imported(code));
  for (const consumerId of [7, 8])
    await at.append(streams.pin(code), { type: "PinRegistered", data: { code, consumerId } });
  await at.startProjector({ projections: [pins] }).ready();
  const { passed, messages } = await at.carriedOut("verify", ["pins"]);
  expect(passed).toBe(false);
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
