import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { streams } from "@ornament/contracts/events/streams";
import {
  type FrozenGroupDocument,
  frozenGroupsCollection,
} from "@ornament/contracts/read-models/frozen-groups";
import { type DeadLetter, deadLettersCollection } from "@ornament/contracts/read-models/projection-status";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { showStatus } from "../cli/show-status.ts";
import { projectorMetrics } from "../metrics.ts";
import { projections } from "../projections/all-projections.ts";
import type { ProjectedEvent, Projection } from "../projections/projection.ts";
import { codeOf, facts } from "../testing/facts.ts";
import { openTestStores, type TestStores } from "../testing/projector-fixture.ts";

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
});
afterEach(() => at.close());

/** The projection, failing at the events for which `isPoison` holds. */
const poisoned = (projection: Projection, isPoison: (event: ProjectedEvent) => boolean): Projection => ({
  ...projection,
  evolve(key, state, event, look) {
    if (isPoison(event)) throw new TypeError("it has no such field");
    return projection.evolve(key, state, event, look);
  },
});
const { pins, consumers } = projections;
const frozen = () => at.db.collection<FrozenGroupDocument>(frozenGroupsCollection).find({}).toArray();

/** A consumer with a PIN, on which later events depend. */
async function consumerWithPin(consumerId: number, code: string) {
  await at.append(streams.pin(code), facts.imported(code));
  const email = `parent-${consumerId}@example.com`;
  await at.append(streams.consumer(consumerId), facts.registered({ consumerId, email }));
  return at.append(streams.pin(code), { type: "PinRegistered", data: { code, consumerId } });
}

test("a frozen row keeps its state over a restart, a metric and status name it, and a rebuild heals it", async () => {
  const code = codeOf(1);
  await consumerWithPin(7, code);
  const metrics = projectorMetrics(createMetrics({ service: "projector" }));
  const failing = [poisoned(pins, ({ type }) => type === "PinDeactivated")];
  const running = at.startProjector({ projections: failing, metrics });
  await running.ready();
  const bad = await at.append(streams.pin(code), facts.deactivated("lost", 7, code));
  const after = await at.append(streams.consumer(7), facts.emailChanged("new@example.com"));
  expect(await at.documents("pins", after)).toMatchObject([
    { email: "parent-7@example.com", blocked: false },
  ]);
  expect((await at.live("pins"))?.notUpToDate).toMatchObject({ events: 1, groups: 1 });
  const counted = (await metrics.frozenGroups.get()).values.filter(({ value }) => value > 0);
  expect(counted).toMatchObject([{ labels: { projection: "pins" }, value: 1 }]);
  expect(await showStatus(at.db, at.store, new Date())).toMatch(
    new RegExp(`main ${pinIdOf(code)} is not up to date since .*Z \\(PinDeactivated at ${bad}\\)`),
  );
  await running.stop();

  await at.startProjector().ready();
  const later = await at.append(streams.consumer(7), facts.emailChanged("newest@example.com"));
  expect(await at.documents("pins", later)).toMatchObject([{ email: "parent-7@example.com" }]);
  expect(await at.carriedOut("rebuild", ["pins"])).toMatchObject({ state: "done" });
  expect(await at.documents("pins", later)).toMatchObject([{ email: "newest@example.com", blocked: true }]);
  expect((await at.live("pins"))?.notUpToDate ?? null).toBeNull();
});

test("a deletion removes the person from frozen rows", async () => {
  const code = codeOf(1);
  await consumerWithPin(7, code);
  await at.append(streams.consumer(7), facts.emailChanged("moved@example.com"));
  const isPoison = ({ type }: ProjectedEvent) => type === "ConsumerEmailChanged";
  const failing = [poisoned(pins, isPoison), poisoned(consumers, isPoison)];
  await at.startProjector({ projections: failing }).ready();
  const before = await at.append(streams.pin(code), facts.deactivated("lost", 7, code));
  expect(await at.documents("consumers", before, "rows")).toMatchObject([{ email: "parent-7@example.com" }]);
  const deleted = await at.append(streams.consumer(7), facts.consumerDeleted());
  for (const part of ["main", "rows"]) expect(await at.documents("consumers", deleted, part)).toEqual([]);
  expect(await at.documents("pins", deleted)).toMatchObject([{ email: null, formerEmails: [] }]);
  expect(JSON.stringify(await at.documents("pins", deleted), (_key, value) => String(value))).not.toContain(
    "@",
  );
});

test("a read model that an earlier version left with a skipped event is marked as a whole", async () => {
  const end = await consumerWithPin(7, codeOf(1));
  const first = at.startProjector();
  await first.ready();
  await at.documents("pins", end);
  await first.stop();
  const generation = (await at.live("pins"))?._id ?? "";
  const skippedAt = new Date("2026-11-01T12:00:00Z");
  await at.db.collection<DeadLetter>(deadLettersCollection).insertOne({
    _id: `${generation}@7`,
    generation,
    projection: "pins",
    commit: 7n,
    event: "PinImported",
    eventId: "e",
    reason: "none",
    at: skippedAt,
  });
  await at.startProjector().ready();
  expect((await at.live("pins"))?.notUpToDate).toEqual({ since: skippedAt, events: 1, groups: 0 });
});

const contentsOf = (documents: readonly Record<string, unknown>[]) =>
  new Map(documents.map(({ _id, position: _position, ...content }) => [String(_id), content]));

test("at 200 events a second with poison among them no wrong row is unmarked, and a rebuild makes all rows right", async () => {
  const people = 20;
  const codes = Array.from({ length: people }, (_, n) => codeOf(n));
  // Every 17th event fails, whatever its type: also the first ones of a row.
  const isPoison = ({ position }: ProjectedEvent) => position.commit % 17n === 0n;
  const failing = at.startProjector({
    projections: [poisoned(pins, isPoison), poisoned(consumers, isPoison)],
  });
  await failing.ready();
  const started = performance.now();
  let sent = 0;
  const paced = async (work: () => Promise<bigint>) => {
    const due = started + (sent * 1000) / 200;
    sent += 1;
    const early = due - performance.now();
    if (early > 1) await new Promise((resolve) => setTimeout(resolve, early));
    return work();
  };
  let end = 0n;
  for (const [n, code] of codes.entries()) {
    const consumerId = n + 1;
    await paced(() => at.append(streams.pin(code), facts.imported(code)));
    await paced(() =>
      at.append(streams.consumer(consumerId), facts.registered({ consumerId, email: `p${n}@example.com` })),
    );
    await paced(() => at.append(streams.pin(code), { type: "PinRegistered", data: { code, consumerId } }));
  }
  for (let round = 0; round < 12; round += 1)
    for (const [n, code] of codes.entries()) {
      const consumerId = n + 1;
      const email = `p${n}-${round}@example.com`;
      end = await paced(() =>
        n % 2 === round % 2
          ? at.append(streams.consumer(consumerId), facts.emailChanged(email, consumerId))
          : at.append(streams.pin(code), {
              type: "DeviceBound",
              data: { code, consumerId, deviceId: n * 100 + round, limit: 50, userAgent: "Phone" },
            }),
      );
    }

  const parts = [
    ["pins", "main"],
    ["pins", "owners"],
    ["consumers", "main"],
    ["consumers", "rows"],
  ] as const;
  const shown = new Map<string, Map<string, unknown>>();
  for (const [name, part] of parts)
    shown.set(`${name} ${part}`, contentsOf(await at.documents(name, end, part)));
  const marked = new Set((await frozen()).map(({ projection, part, id }) => `${projection} ${part} ${id}`));
  await failing.stop();

  const sound = at.startProjector({ projections: [pins, consumers] });
  await sound.ready();
  expect(await at.carriedOut("rebuild", ["pins", "consumers"])).toMatchObject({ state: "done" });
  expect(await at.carriedOut("verify", ["pins", "consumers"])).toMatchObject({ state: "done" });
  let wrongRows = 0;
  for (const [name, part] of parts) {
    const truth = contentsOf(await at.documents(name, end, part));
    const before = shown.get(`${name} ${part}`) ?? new Map();
    for (const id of new Set([...truth.keys(), ...before.keys()])) {
      if (isDeepStrictEqual(before.get(id), truth.get(id))) continue;
      wrongRows += 1;
      // A row of a consumer carries the mark of the consumer.
      const key = part === "rows" ? `${name} main ${id.split("-")[0]}` : `${name} ${part} ${id}`;
      expect([...marked]).toContain(key);
    }
  }
  expect(wrongRows).toBeGreaterThan(0);
  for (const name of ["pins", "consumers"] as const)
    expect((await at.live(name))?.notUpToDate ?? null).toBeNull();
});
