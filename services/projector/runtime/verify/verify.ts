import {
  stoppedText,
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import { forWriting } from "@ornament/platform/mongodb/counters";
import type { ProjectorParts } from "../../parts.ts";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { GenerationRegistry } from "../generations/registry.ts";
import { forgedEvents } from "../measures.ts";
import type { ProjectionRun } from "../projection-run.ts";
import { compareDocuments } from "./compare-documents.ts";
import { checkLog } from "./invariants.ts";

/** Compares fresh generations with the live ones, checks the log up to `head`, and looks for forged events. */
export async function verified(
  run: ProjectionRun,
  { db, store, now }: ProjectorParts,
  fresh: readonly GenerationWriter[],
  signal: AbortSignal,
): Promise<{ passed: boolean; messages: string[]; head: Position | undefined }> {
  const right: string[] = [];
  const differing: string[] = [];
  for (const writer of fresh.filter(({ stopped }) => !stopped)) {
    const { name, _id } = writer.generation;
    const comparison = await run.catchUp([writer], async (all) => {
      const live = all.find(({ generation }) => generation.name === name);
      if (!live) return undefined;
      const ids = { live: live.generation._id, fresh: _id };
      return { ...(await compareDocuments(db, writer.projection, ids)), place: live.place };
    });
    if (!comparison) {
      differing.push(`${name}: the live read model has stopped, and a replay has not; rebuild ${name}`);
      continue;
    }
    const { different, inWords, digest, place } = comparison;
    const text = `${name}: ${inWords} (${await placeText(store, place)}, sha256 ${digest})`;
    (different > 0 ? differing : right).push(text);
  }
  const stopped = fresh.filter((writer) => writer.stopped).map(problemOf);
  const forged = await forgedEvents(db, await new GenerationRegistry(db, now).all());
  const head = await store.head();
  const log = await checkLog(store, head, signal);
  const wrong = [
    ...(differing.length > 0 ? [changedEvent] : []),
    ...differing,
    ...stopped,
    ...(forged.text ? [forged.text] : []),
    ...(log.holds ? [] : log.messages),
  ];
  if (log.holds) right.push(...log.messages);
  // Who reads only the end sees what is wrong.
  return { passed: wrong.length === 0, messages: [...right, ...wrong], head };
}

const changedEvent =
  "A difference may come from an event that was changed after it was read: npm run audit -- verify names it";

/** The event at which a generation has stopped, in words. */
export const problemOf = ({ generation, stopped }: GenerationWriter): string =>
  `${generation.name}: ${stopped && stoppedText(stopped)}`;

/** Keeps the outcome for the metrics, the page and the next night. */
export async function keepVerification(
  { db, now }: ProjectorParts,
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
