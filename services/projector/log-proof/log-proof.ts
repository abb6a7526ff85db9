import { setImmediate as nextTurn } from "node:timers/promises";
import { isLasting } from "@ornament/contracts/events/streams";
import { type LogProofDocument, logProofCollection } from "@ornament/contracts/log-proof/document";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import {
  checkpointSigner,
  originOf,
  parseCheckpoint,
  signedCheckpoint,
} from "@ornament/platform/log-proof/checkpoint";
import type { ErasedRegister } from "@ornament/platform/log-proof/erased-register";
import { GrowingTree, hashBytes, leafHashOf } from "@ornament/platform/log-proof/merkle";
import { encodeKey } from "@ornament/platform/log-proof/signed-note";
import { forWriting } from "@ornament/platform/mongodb/counters";
import { yieldIsDue } from "@ornament/platform/waiting/pause";
import type { Collection } from "mongodb";
import { openRegister, recordErasure } from "../erasures/erased-persons.ts";
import type { ProjectorParts, ProofParts } from "../parts.ts";

type LogProofParts = ProofParts & Pick<ProjectorParts, "store" | "db" | "now" | "logger" | "metrics">;

const signedMilliseconds = 60_000;
const storedEvents = 5_000;

/** A Merkle tree over the lasting events, which grows with them. See docs/decisions/0058-the-log-proves-itself.md */
export class LogProof {
  readonly #parts: LogProofParts;
  readonly #elapsed: () => number;
  readonly #documents: Collection<LogProofDocument>;
  #state: State | undefined;
  /** The time of this process and the backup at the last signature. */
  #signedAt = Number.NEGATIVE_INFINITY;
  #signedBackup: number | undefined;

  /** @param elapsed the milliseconds of this process, which no change of the clock moves */
  constructor(parts: LogProofParts, elapsed: () => number = () => performance.now()) {
    this.#parts = parts;
    this.#elapsed = elapsed;
    this.#documents = parts.db.collection<LogProofDocument>(logProofCollection);
  }

  /**
   * Reads the events since the last call, adds them to the tree, and signs a checkpoint if something changed, and
   * a minute has passed since the last one, a backup was made or the product ends. A failure of a store leaves a
   * state from which the next call continues.
   */
  async grow(signal: AbortSignal, { isEnd = false }: { isEnd?: boolean } = {}): Promise<void> {
    this.#state ??= await this.#load();
    const state = this.#state;
    let read = 0;
    for await (const event of this.#parts.store.readBytes({ from: state.position ?? "start" })) {
      if (event.position.commit === state.position?.commit) continue;
      await this.#take(state, event);
      read += 1;
      if (read % storedEvents === 0) await this.#store(state);
      if (yieldIsDue(read)) await nextTurn();
      if (signal.aborted) break;
    }
    if (read > 0) await this.#store(state);
    if (!signal.aborted) await this.#conclude(state, isEnd);
  }

  async #load(): Promise<State> {
    const { store, folder, logger } = this.#parts;
    const stored = await this.#documents.findOne({ _id: "last" });
    const known = folder?.leaves();
    const { register, isNew } = folder
      ? await openRegister(this.#parts, folder, erasedIn(stored?.signed))
      : { isNew: false };
    const beginning: State = {
      position: undefined,
      eventId: undefined,
      origin: null,
      tree: new GrowingTree(),
      known: known ?? Buffer.alloc(0),
      added: [],
      register,
      signed: null,
      mailedOn: stored?.mailedOn ?? null,
      problem: null,
    };
    // A folder without some of the leaves is new or was emptied. It is filled from the beginning.
    if (!stored || isNew || (known && known.length / hashBytes < stored.size)) return beginning;
    const { commit, prepare, eventId, origin, size, signed, problem } = stored;
    const position = { commit, prepare };
    if ((await store.eventIdAt(position)) !== eventId) {
      logger.warn({}, "The event store was replaced, so its proof begins at its start");
      return beginning;
    }
    const tree = new GrowingTree({ size, parts: stored.parts.map((part) => Buffer.from(part, "base64")) });
    return { ...beginning, position, eventId, origin, tree, signed, problem };
  }

  async #take(state: State, event: EventBytes): Promise<void> {
    if (state.register) await recordErasure(this.#parts.store, state.register, event);
    if (isLasting(event.stream)) {
      const hash = leafHashOf(event);
      const place = state.tree.size * hashBytes;
      const before = state.known.subarray(place, place + hashBytes);
      if (before.length === 0) state.added.push(hash);
      else if (!before.equals(hash)) this.#differs(state, event);
      state.origin ??= originOf(event.id);
      state.tree.add(hash);
    }
    state.position = event.position;
    state.eventId = event.id;
  }

  #differs(state: State, { stream, revision, type, position, created }: EventBytes): void {
    if (state.problem !== null) return;
    const at = new Date(created).toISOString();
    this.#report(
      state,
      `event ${state.tree.size + 1} of the proof, ${type} at ${position.commit} (${stream}, revision ${revision}, ${at}), is not the event that was there before`,
    );
  }

  #report(state: State, problem: string): void {
    state.problem = problem;
    const folder = this.#parts.folder?.path;
    this.#parts.logger.error(
      { folder },
      `The event store is not as it was: ${problem}. No checkpoint is signed any more. docs/troubleshooting.md#the-event-store-is-not-as-it-was says what to do`,
    );
  }

  /** Stores the leaves before the state that counts them, so that a crash leaves leaves that are compared. */
  async #store(state: State): Promise<void> {
    const { tree, position, eventId, known, origin, signed, mailedOn, problem } = state;
    if (state.added.length > 0 && state.problem === null) {
      const added = Buffer.concat(state.added);
      this.#parts.folder?.writeLeaves(tree.size - state.added.length, added);
    }
    state.added = [];
    // A former state has been passed when the tree is larger than the leaves that were known.
    if (tree.size * hashBytes > known.length) state.known = Buffer.alloc(0);
    if (!position || eventId === undefined) return;
    const { size } = tree;
    const parts = tree.parts.map((part) => part.toString("base64"));
    const document = { ...position, eventId, origin, size, parts, signed, mailedOn, problem };
    await forWriting(this.#documents).updateOne({ _id: "last" }, { $set: document }, { upsert: true });
    this.#parts.metrics?.provenEvents.set(tree.size);
  }

  async #conclude(state: State, isEnd: boolean): Promise<void> {
    const { now, folder, masterKey, metrics, mailCheckpoint } = this.#parts;
    const { tree, origin } = state;
    const missing = state.known.length / hashBytes - tree.size;
    if (missing > 0 && state.problem === null) {
      this.#report(state, `its last ${missing} lasting events are missing`);
      await this.#store(state);
    }
    metrics?.logProblem.set(state.problem === null ? 0 : 1);
    if (origin === null || state.problem !== null) return;
    const at = now();
    const signer = checkpointSigner(masterKey, origin);
    const key = encodeKey(signer.key);
    const isAhead = (state.signed?.at ?? at).getTime() > at.getTime() + signedMilliseconds;
    const erased = state.register?.persons.length;
    const isOutdated = isAhead || state.signed?.size !== tree.size || erasedIn(state.signed) !== erased;
    // A replaced master key is shown by the next checkpoint.
    if (state.signed?.key !== key || (isOutdated && (isEnd || this.#isDue()))) {
      if (isAhead)
        this.#parts.logger.warn(
          "The newest checkpoint has a time that is still to come: the clock of this machine was ahead, or is behind now. The next one has the present time",
        );
      const note = signedCheckpoint(signer, { size: tree.size, root: tree.root(), at, erased });
      await folder?.keepCheckpoint(note, at, key);
      state.signed = { note, size: tree.size, at, key };
      this.#signedAt = this.#elapsed();
      this.#signedBackup = folder?.backedUpAt();
      await this.#store(state);
    }
    metrics?.signedAt.set((state.signed?.at.getTime() ?? 0) / 1_000);
    const day = at.toISOString().slice(0, 10);
    if (mailCheckpoint && state.signed && state.mailedOn !== day) {
      await mailCheckpoint(state.signed);
      state.mailedOn = day;
      await this.#store(state);
    }
  }

  #isDue(): boolean {
    const { folder } = this.#parts;
    const hasPassed = this.#elapsed() - this.#signedAt >= signedMilliseconds;
    return hasPassed || folder?.backedUpAt() !== this.#signedBackup;
  }
}

const erasedIn = (signed: LogProofDocument["signed"] | undefined) =>
  parseCheckpoint(signed?.note ?? "")?.erased;

interface State {
  position: EventBytes["position"] | undefined;
  eventId: string | undefined;
  origin: string | null;
  readonly tree: GrowingTree;
  /** The leaves of the folder, until the tree is larger. */
  known: Buffer;
  added: Buffer[];
  readonly register: ErasedRegister | undefined;
  signed: LogProofDocument["signed"];
  mailedOn: string | null;
  problem: string | null;
}
