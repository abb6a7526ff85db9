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
    const messages = await carryOut(session, parts, request, signal, requests);
    if (messages) await note(requests, request, { state: "done", messages });
  } catch (error) {
    await note(requests, request, { state: "failed", messages: [String(error)] });
    throw error;
  }
}

type Requests = Collection<ProjectionRequest>;

const note = (requests: Requests, { _id }: ProjectionRequest, change: Partial<ProjectionRequest>) =>
  requests.updateOne({ _id }, { $set: change });

/** The outcomes in words, or `undefined` when it was cut off. */
async function carryOut(
  session: Session,
  parts: SessionParts,
  request: ProjectionRequest,
  signal: AbortSignal,
  requests: Requests,
): Promise<string[] | undefined> {
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
  if (request.kind === "rebuild")
    return members.map(({ generation }) => `${generation.name}: now ${generation._id}`);
  try {
    return await verified(session, parts, members, signal);
  } finally {
    await session.forget(members);
  }
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
