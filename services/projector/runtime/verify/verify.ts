import {
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { pause } from "@ornament/platform/waiting/pause";
import { forgedEventsText } from "../generations/forged-events.ts";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { generationRegistry } from "../generations/registry.ts";
import type { ProjectionRun, ProjectionRunOptions } from "../projection-run.ts";
import { type Comparison, compareDocuments } from "./compare-documents.ts";
import { checkLog } from "./invariants.ts";
import { problemOf } from "./problem-text.ts";

/** A comparison of a read model at a position. */
interface ComparedModel extends Comparison {
  readonly name: string;
  readonly place: string;
}

/**
 * Compares fresh generations with the live ones, checks the rules of the log, and looks for forged events.
 * Returns `undefined` if it was interrupted.
 */
export async function verified(
  run: ProjectionRun,
  options: ProjectionRunOptions,
  {
    fresh,
    head,
    signal,
  }: { fresh: readonly GenerationWriter[]; head: Position | undefined; signal: AbortSignal },
): Promise<{ passed: boolean; messages: string[] } | undefined> {
  const { db, store, now } = options;
  const readable = fresh.filter(({ unreadable }) => unreadable === undefined);
  const found: ComparedModel[] = [];
  for (const writer of readable) {
    const one = await comparedWithLive(run, options, { writer, fresh, signal });
    if (!one) return undefined;
    found.push(one);
  }
  const log = await checkLog(store, head, signal);
  if (!log) return undefined;
  const broken = fresh.filter((writer) => !readable.includes(writer) || writer.skipped.count > 0);
  const forged = await forgedEventsText(store, db, await generationRegistry(db, now).all());
  const shown = ({ name, inWords, place, digest }: ComparedModel) =>
    `${name}: ${inWords} (${place}, sha256 ${digest})`;
  const differing = found.filter(({ different }) => different > 0);
  const wrong = [
    ...(differing.length > 0 ? [changedEvent] : []),
    ...differing.map(shown),
    ...broken.map(problemOf),
    ...(forged ? [forged] : []),
    ...(log.holds ? [] : log.messages),
  ];
  const right = [
    ...found.filter((model) => !differing.includes(model)).map(shown),
    ...(log.holds ? log.messages : []),
  ];
  // Who reads only the end sees what is wrong.
  return { passed: wrong.length === 0, messages: [...right, ...wrong] };
}

const changedEvent =
  "A difference may come from an event that was changed after it was read: npm run audit -- verify names it";

/** Keeps the outcome for the metrics, the page and the next night. */
export async function keepVerification(
  { db, now }: ProjectionRunOptions,
  { passed, messages }: { passed: boolean; messages: string[] },
  head: Position | undefined,
  nightlyOf: string | undefined,
): Promise<void> {
  const outcome = { at: now(), passed, messages, commit: head?.commit ?? -1n };
  await forWriting(db.collection<Verification>(verificationsCollection)).updateOne(
    { _id: "last" },
    nightlyOf === undefined
      ? { $set: outcome, $setOnInsert: { nightlyOf: null } }
      : { $set: { ...outcome, nightlyOf } },
    { upsert: true },
  );
}

/** Compares a fresh generation with the live one, both at the same position. */
async function comparedWithLive(
  run: ProjectionRun,
  { db, store }: ProjectionRunOptions,
  {
    writer,
    fresh,
    signal,
  }: { writer: GenerationWriter; fresh: readonly GenerationWriter[]; signal: AbortSignal },
): Promise<ComparedModel | undefined> {
  const { name, _id } = writer.generation;
  while (!signal.aborted) {
    const comparison = await run.betweenBatches(async (fed) => {
      const live = run.liveAmong(fed, name, fresh);
      if (!live) throw new Error(`There is no live generation of ${name}`);
      if (live.position.commit !== writer.position.commit) return undefined;
      const ids = { live: live.generation._id, fresh: _id };
      return {
        ...(await compareDocuments(db, writer.projection, ids)),
        at: live.place,
      };
    });
    if (comparison) return { ...comparison, name, place: await placeText(store, comparison.at) };
    await pause(50, signal);
  }
  return undefined;
}

/** A position with the id and time of the last event up to it. */
async function placeText(
  store: Pick<EventStore, "readAll">,
  { position, eventId }: GenerationWriter["place"],
): Promise<string> {
  if (position.commit < 0n) return "before the first event";
  for (const read of [{ maxCount: 1 }, { backwards: true }])
    for await (const { id, createdAt } of store.readAll({ from: position, ...read }))
      return `at ${position.commit}, event ${eventId ?? id} of ${createdAt.toISOString()}`;
  return `at ${position.commit}`;
}
