import {
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { UnavailableError } from "@ornament/platform/eventstore/event-store";
import { pause } from "@ornament/platform/eventstore/outages/waiting";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { isOutage } from "@ornament/platform/mongodb/outage";
import type { Collection } from "mongodb";
import type { CatchUp } from "./catch-up.ts";
import { type Comparison, compareDocuments } from "./compare-documents.ts";
import type { Member } from "./member.ts";
import type { Session, SessionParts } from "./session.ts";

const progressMilliseconds = 200;

/** Carries out the oldest request of the command line, if there is one and the projections are settled. */
export async function carryOutRequests(
  session: Session,
  parts: SessionParts,
  signal: AbortSignal,
): Promise<void> {
  if (!session.settled) return;
  const requests = parts.db.collection<ProjectionRequest>(requestsCollection);
  // A request that is still marked as running was cut off with the session that ran it.
  const [request] = await requests
    .find({ state: { $in: ["waiting", "running"] } })
    .sort({ requestedAt: 1 })
    .limit(1)
    .toArray();
  if (!request) return;
  await note(requests, request, { state: "running" });
  try {
    const outcome = await carryOut(session, parts, request, signal, requests);
    if (outcome) await note(requests, request, outcome);
  } catch (error) {
    // With a store away it stays marked as running, and is carried out anew.
    const away = isOutage(error) || error instanceof UnavailableError;
    if (!away) await note(requests, request, { state: "failed", messages: [String(error)] });
    throw error;
  }
}

type Requests = Collection<ProjectionRequest>;

const note = (requests: Requests, { _id }: ProjectionRequest, change: Partial<ProjectionRequest>) =>
  forWriting(requests).updateOne({ _id }, { $set: change });

type Outcome = Pick<ProjectionRequest, "state" | "messages">;

/**
 * The outcome in words, or `undefined` when it was cut off. An event that had to be left out is a failure, and so is a
 * document that differs.
 */
async function carryOut(
  session: Session,
  parts: SessionParts,
  request: ProjectionRequest,
  signal: AbortSignal,
  requests: Requests,
): Promise<Outcome | undefined> {
  const head = await parts.store.head();
  const wanted = parts.projections.filter(({ readModel }) => request.projections.includes(readModel.name));
  if (wanted.length === 0) throw new Error("This version knows none of the projections asked for");
  const catchUp = await (request.kind === "rebuild"
    ? session.rebuild(wanted, head)
    : session.buildBeside(wanted, head));
  const members = catchUp.members;
  const joined = await untilJoined(catchUp, signal, async () => {
    await note(requests, request, { progress: members.map(progressOfMember) });
  });
  if (!joined) return undefined;
  await note(requests, request, {
    progress: members.map(({ generation }) => ({ name: generation.name, fraction: 1 })),
  });
  return request.kind === "rebuild" ? switched(session, members) : verified(session, parts, members, signal);
}

/** What has not joined the main feed was not switched to: it had to leave out an event. */
async function switched(session: Session, members: readonly Member[]): Promise<Outcome> {
  const broken = await session.exclusive(async (fed) => members.filter((member) => !fed.includes(member)));
  await session.forget(broken);
  const messages = members.map((member) => {
    const { name, _id } = member.generation;
    return broken.includes(member) ? `${leftOutOf(member)}; the live one stays` : `${name}: now ${_id}`;
  });
  return { state: broken.length > 0 ? "failed" : "done", messages };
}

/** Says which fresh generations differ from the live ones, and what they had to leave out; then drops them. */
async function verified(
  session: Session,
  parts: SessionParts,
  fresh: readonly Member[],
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  try {
    const found = await comparisons(session, parts, fresh, signal);
    if (!found) return undefined;
    const broken = fresh.filter(({ leftOut }) => leftOut.count > 0);
    const good = broken.length === 0 && found.every(({ same }) => same);
    const messages = [...found.map(({ inWords }) => inWords), ...broken.map(leftOutOf)];
    return { state: good ? "done" : "failed", messages };
  } finally {
    await session.forget(fresh);
  }
}

function leftOutOf({ generation, leftOut: { count, first } }: Member): string {
  const others = count > 1 ? `, and ${count - 1} more` : "";
  return `${generation.name}: ${first}${others}`;
}

function progressOfMember({ generation, position }: Member) {
  const { name, target } = generation;
  const fraction = target <= 0n ? 1 : Number((position.commit * 1000n) / target) / 1000;
  return { name, fraction: Math.max(0, Math.min(1, fraction)) };
}

async function untilJoined(
  catchUp: CatchUp,
  signal: AbortSignal,
  onWait: () => Promise<void>,
): Promise<boolean> {
  let joined = false;
  const joining = catchUp.joined().then(() => {
    joined = true;
  });
  while (!joined && !signal.aborted) {
    await Promise.race([joining, pause(progressMilliseconds, signal)]);
    if (!joined) await onWait();
  }
  return joined;
}

/** Compares each fresh generation with the live one, both at the same place. */
async function comparisons(
  session: Session,
  { db }: SessionParts,
  fresh: readonly Member[],
  signal: AbortSignal,
): Promise<Comparison[] | undefined> {
  const found: Comparison[] = [];
  for (const member of fresh) {
    const { name } = member.generation;
    let comparison: Comparison | undefined;
    while (comparison === undefined) {
      if (signal.aborted) return undefined;
      comparison = await session.exclusive(async (members) => {
        const live = members.find((other) => other.generation.name === name && !fresh.includes(other));
        if (!live) throw new Error(`There is no live generation of ${name}`);
        if (live.position.commit !== member.position.commit) return undefined;
        return compareDocuments(db, member.projection, live.generation._id, member.generation._id);
      });
      if (comparison === undefined) await pause(50, signal);
    }
    found.push({ ...comparison, inWords: `${name}: ${comparison.inWords}` });
  }
  return found;
}
