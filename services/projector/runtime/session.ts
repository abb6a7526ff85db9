import {
  liveGenerations,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import type { Logger } from "@ornament/platform/logging/logger";
import type { Metrics } from "@ornament/platform/metrics/metrics";
import type { Db } from "mongodb";
import type { Projection } from "../projections/projection.ts";
import { CatchUp } from "./catch-up.ts";
import { createDeadLetters } from "./dead-letters.ts";
import { createDocumentStore } from "./document-store.ts";
import { Feed, type FeedParts } from "./feed.ts";
import { createGenerations, type Generations, outdated } from "./generations.ts";
import { ofAnotherLog } from "./lost-places.ts";
import { Member } from "./member.ts";
import { Mutex } from "./mutex.ts";
import type { StartOver } from "./start-over.ts";

export interface SessionParts {
  readonly store: EventStore;
  readonly db: Db;
  readonly projections: readonly Projection[];
  readonly logger: Logger;
  readonly metrics?: Metrics | undefined;
  readonly now: () => Date;
  readonly batchSize?: number | undefined;
  /** How long a stored place beyond the log's end is looked for; 10 s unless given. */
  readonly patienceMilliseconds?: number | undefined;
}

/** The work of the active projector from one look at the stored state on, until that counts no more. */
export class Session {
  readonly #parts: SessionParts;
  readonly #generations: Generations;
  /** A generation that is just being added is in no feed yet, and must not be taken for one that was left over. */
  readonly #registry = new Mutex();
  readonly #main: Feed;
  readonly #catchUps = new Set<CatchUp>();
  readonly #feedParts: FeedParts;
  readonly #ended: Promise<StartOver>;

  private constructor(parts: SessionParts, members: readonly Member[]) {
    this.#parts = parts;
    this.#generations = createGenerations(parts.db, parts.now);
    let end: (reason: StartOver) => void = () => undefined;
    this.#ended = new Promise((resolve) => {
      end = resolve;
    });
    const { store, batchSize, patienceMilliseconds } = parts;
    this.#feedParts = {
      store,
      batchSize,
      patienceMilliseconds,
      generations: this.#generations,
      onStartOver: end,
    };
    const [ahead = [], ...behind] = byPlace(members);
    this.#main = new Feed("projections", ahead, this.#feedParts);
    for (const late of behind) this.#catchUps.add(this.#catchUp(late, async () => this.#main.add(late)));
  }

  /** Takes up what is stored: drops what a crash left half built, adds generations that are missing, starts the feeds. */
  static async start(parts: SessionParts, signal?: AbortSignal): Promise<Session> {
    const generations = createGenerations(parts.db, parts.now);
    const known = await generations.all();
    for (const useless of outdated(known, parts.now(), new Set())) await dropGeneration(parts, useless);
    const live = liveGenerations(known);
    const strange = await ofAnotherLog(parts, [...live.values()], signal);
    const head = await parts.store.head();
    const members: Member[] = [];
    for (const projection of parts.projections) {
      const stored = live.get(projection.readModel.name);
      const member =
        stored && !strange.has(stored)
          ? await takenUp(parts, projection, stored)
          : await added(parts, projection, "live", head);
      if (stored && strange.has(stored)) await generations.retire(stored._id);
      members.push(member);
      // A crash may have cut off the switch to it before the one that it replaces was retired.
      if (member.ready) await generations.promote(member.generation);
    }
    const session = new Session(parts, members);
    session.#main.start();
    for (const catchUp of session.#catchUps) catchUp.start();
    return session;
  }

  /** Resolves when what is in memory counts no more. */
  ended(): Promise<StartOver> {
    return this.#ended;
  }

  /** All projections stand at the same place and are complete, so that one can be built anew. */
  get settled(): boolean {
    return this.#catchUps.size === 0 && this.#main.members.every(({ ready }) => ready);
  }

  /**
   * Fills new generations beside the live ones and switches to them (design §6), by the time the answer has `joined`; not
   * to one that had to leave out an event, which the caller is to `forget`.
   */
  rebuild(projections: readonly Projection[], head: Position | undefined): Promise<CatchUp> {
    return this.#build(projections, head, async (members) => {
      const whole = members.filter(({ leftOut }) => leftOut.count === 0);
      const names = new Set(whole.map(({ generation }) => generation.name));
      for (const { generation } of whole) await this.#generations.promote(generation);
      this.#main.remove(({ generation }) => names.has(generation.name));
      this.#main.add(whole);
    });
  }

  /** Fills new generations beside the live ones, which the main feed then feeds, too, until `forget`. */
  buildBeside(projections: readonly Projection[], head: Position | undefined): Promise<CatchUp> {
    return this.#build(projections, head, async (members) => this.#main.add(members));
  }

  /** Does the work while the main feed stands still. */
  exclusive<T>(work: (members: readonly Member[]) => Promise<T>): Promise<T> {
    return this.#main.exclusive(() => work(this.#main.members));
  }

  async forget(members: readonly Member[]): Promise<void> {
    await this.#main.exclusive(async () => this.#main.remove((member) => members.includes(member)));
    for (const { generation } of members) await dropGeneration(this.#parts, generation);
  }

  /** Drops the generations that retired 15 minutes ago. */
  sweep(): Promise<void> {
    return this.#registry.run(async () => {
      const inUse = new Set(
        [this.#main, ...this.#catchUps].flatMap(({ members }) =>
          members.map(({ generation }) => generation._id),
        ),
      );
      const known = await this.#generations.all();
      for (const useless of outdated(known, this.#parts.now(), inUse))
        await dropGeneration(this.#parts, useless);
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#catchUps].map((catchUp) => catchUp.stop()));
    await this.#main.stop();
  }

  #build(
    projections: readonly Projection[],
    head: Position | undefined,
    onReached: (members: readonly Member[]) => Promise<void>,
  ): Promise<CatchUp> {
    return this.#registry.run(async () => {
      const members: Member[] = [];
      for (const projection of projections)
        members.push(await added(this.#parts, projection, "building", head));
      const catchUp = this.#catchUp(members, () => onReached(members));
      this.#catchUps.add(catchUp);
      catchUp.start();
      return catchUp;
    });
  }

  #catchUp(members: readonly Member[], onReached: () => Promise<void>): CatchUp {
    const catchUp: CatchUp = new CatchUp({
      members,
      main: this.#main,
      parts: this.#feedParts,
      onReached: async () => {
        await onReached();
        this.#catchUps.delete(catchUp);
      },
    });
    return catchUp;
  }
}

async function takenUp(parts: SessionParts, projection: Projection, stored: ProjectionGeneration) {
  const documents = createDocumentStore(parts.db, projection, stored._id);
  // Without a checkpoint it may have been cut off before its collections were made.
  if (stored.commit < 0n) await documents.create();
  else await documents.sweep(stored.commit);
  return new Member(projection, stored, documents, createDeadLetters(parts));
}

async function added(
  parts: SessionParts,
  projection: Projection,
  state: "building" | "live",
  target: Position | undefined,
): Promise<Member> {
  const { db, now } = parts;
  const generation = await createGenerations(db, now).add(projection.readModel, state, target);
  const documents = createDocumentStore(db, projection, generation._id);
  await documents.create();
  return new Member(projection, generation, documents, createDeadLetters(parts));
}

async function dropGeneration(parts: SessionParts, generation: ProjectionGeneration): Promise<void> {
  const { db, now, projections } = parts;
  const projection = projections.find(({ readModel }) => readModel.name === generation.name);
  if (projection) await createDocumentStore(db, projection, generation._id).drop();
  await createDeadLetters(parts).forget(generation._id);
  await createGenerations(db, now).remove(generation._id);
}

/** Members by the place they stand at, the furthest first. */
function byPlace(members: readonly Member[]): Member[][] {
  const places = new Map<string, Member[]>();
  const sorted = members.toSorted((a, b) => (a.isBefore(b.position) ? 1 : -1));
  for (const member of sorted) {
    const place = `${member.position.commit}/${member.position.prepare}`;
    places.set(place, [...(places.get(place) ?? []), member]);
  }
  return [...places.values()];
}
