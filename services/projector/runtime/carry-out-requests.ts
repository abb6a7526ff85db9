import {
  type ProjectionRequest,
  requestsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { pause } from "@ornament/platform/eventstore/bounded";
import type { Collection } from "mongodb";
import type { CatchUp } from "./catch-up.ts";
import { compareDocuments } from "./compare-documents.ts";
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
    await note(requests, request, { state: "failed", messages: [String(error)] });
    throw error;
  }
}

type Requests = Collection<ProjectionRequest>;

const note = (requests: Requests, { _id }: ProjectionRequest, change: Partial<ProjectionRequest>) =>
  requests.updateOne({ _id }, { $set: change });

type Outcome = Pick<ProjectionRequest, "state" | "messages">;

/** The outcome in words, or `undefined` when it was cut off. An event that had to be left out is a failure. */
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
  const broken = members.filter(({ leftOut }) => leftOut.count > 0);
  const state = broken.length > 0 ? "failed" : "done";
  if (request.kind === "rebuild") {
    await session.forget(broken);
    return { state, messages: members.map(rebuilt) };
  }
  try {
    const messages = await verified(session, parts, members, signal);
    return messages && { state, messages: [...messages, ...broken.map(inWords)] };
  } finally {
    await session.forget(members);
  }
}

const rebuilt = (member: Member) => {
  const { name, _id } = member.generation;
  return member.leftOut.count === 0 ? `${name}: now ${_id}` : `${inWords(member)}; the live one stays`;
};

function inWords({ generation, leftOut: { count, first } }: Member): string {
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
async function verified(
  session: Session,
  { db }: SessionParts,
  fresh: readonly Member[],
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const messages: string[] = [];
  for (const member of fresh) {
    const { name } = member.generation;
    let message: string | undefined;
    while (message === undefined) {
      if (signal.aborted) return undefined;
      message = await session.exclusive(async (members) => {
        const live = members.find((other) => other.generation.name === name && !fresh.includes(other));
        if (!live) throw new Error(`There is no live generation of ${name}`);
        if (live.position.commit !== member.position.commit) return undefined;
        return `${name}: ${await compareDocuments(db, member.projection, live.generation._id, member.generation._id)}`;
      });
      if (message === undefined) await pause(50, signal);
    }
    messages.push(message);
  }
  return messages;
}
