import { status } from "@grpc/grpc-js";
import type { KnownIds } from "@ornament/platform/eventstore/emulation/known-ids";
import type { ActiveFaults, AppendFailure, Member, OpenSubscription, Right } from "./active-faults.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { Connections } from "./connections.ts";
import { grpcError } from "./grpc-errors.ts";

/** What the faults act on. */
interface Targets {
  readonly active: ActiveFaults;
  readonly connections: Connections;
  readonly queue: CommitQueue;
  readonly knownIds: KnownIds;
}

/**
 * For tests, by whoever has started the server in the same process: faults that a real deployment shows. No client can
 * reach them.
 */
export class Faults {
  readonly #targets: Targets;
  readonly #active: ActiveFaults;

  constructor(targets: Targets) {
    this.#targets = targets;
    this.#active = targets.active;
  }

  /** Resets every open connection and gives the port up, as a server that is down. Resolves once it is free. */
  async refuseConnections(): Promise<void> {
    const closed = this.#targets.connections.stopListening();
    this.#targets.connections.reset();
    await closed;
  }

  /** Takes connections again, on the same port. */
  acceptConnections(): Promise<void> {
    return this.#targets.connections.listen();
  }

  /** Resets every open connection; new ones are taken. */
  cutConnections(): void {
    this.#targets.connections.reset();
  }

  /**
   * Stops as SIGSTOP stops a process: connections stay open and new ones come about, but nothing is read, no ping is
   * answered and nothing is written. What was on its way to a client still arrives.
   */
  freeze(): void {
    this.#active.freeze();
    this.#targets.queue.pause();
    this.#targets.connections.freeze();
  }

  /** Goes on after `freeze`, with all that has come meanwhile. */
  thaw(): void {
    this.#active.thaw();
    this.#targets.queue.resume();
    this.#targets.connections.thaw();
  }

  /** Ends the open subscriptions that `where` picks as servers before 24.2 end those that read too slowly. */
  dropSubscriptions(where: (subscription: OpenSubscription) => boolean = () => true): void {
    const message =
      "Operation timed out: Consumer too slow to handle event while live. Client resubscription required.";
    this.#active.drop(where, () => grpcError(status.ABORTED, message));
  }

  /**
   * Does the work at once and answers later: after so many milliseconds, or when the returned function is called, which
   * lets go of all answers held back and ends the fault. Every answer is late unless `times` says how many. Subscriptions
   * are no reads.
   */
  answerLate(options: { what: "append" | "read"; milliseconds?: number; times?: number }): () => void {
    const { what, milliseconds, times = Number.POSITIVE_INFINITY } = options;
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const late = { what, over, milliseconds, left: times };
    this.#active.late.add(late);
    return () => {
      this.#active.late.delete(late);
      end();
    };
  }

  /**
   * Forgets the ids of the events written so far, as a restart does: an append that names no revision is then written
   * again when it is repeated.
   */
  forgetIds(): void {
    this.#targets.knownIds.forget();
  }

  /** Refuses a right, for all streams or those that begin so. A stream's metadata counts by the stream's name. */
  refuse(right: Right, prefix = ""): void {
    this.#active.refused.push({ right, prefix });
  }

  /** Refuses nothing any more. */
  allow(): void {
    this.#active.refused.length = 0;
  }

  /** Is a follower of this leader: calls that ask for the leader are refused. `undefined` ends it. */
  notLeader(leader: { host: string; port: number } | undefined): void {
    this.#active.leader = leader;
  }

  /**
   * Appends and deletions fail until `undefined` is set; reads go on. With `written` they are in the log all the same. A
   * time-out is answered after `milliseconds`, 2,000 unless given, as the real server has it; "no-quorum" at once.
   */
  failAppends(
    how: AppendFailure["how"] | undefined,
    options: { written?: boolean; milliseconds?: number } = {},
  ): void {
    const { written = false, milliseconds = how === "timeout" ? 2_000 : 0 } = options;
    this.#active.appends = how && { how, written, milliseconds };
  }

  /**
   * Whether filtered subscriptions send the checkpoint 2^64-1 at the end of catching up when nothing has been sent before
   * it, as versions 24.2 to 24.10.4 do.
   */
  set endCheckpoint(shown: boolean) {
    this.#active.endCheckpoint = shown;
  }

  /**
   * What the server says it is, such as "22.10.5". Before 23.10 a subscription never says that it has caught up, and a
   * filtered one sends no checkpoint then.
   */
  set version(version: string) {
    this.#active.version = version;
  }

  /** The next so many times that a client asks what the server can do, it is not available. */
  failFeatures(times: number): void {
    this.#active.featuresToFail = times;
  }

  /** What gossip tells; `undefined` is this server alone, as the leader. */
  gossip(members: readonly Member[] | undefined): void {
    this.#active.members = members;
  }

  /** The next so many times that a client asks for gossip, it is not available. */
  failGossip(times: number): void {
    this.#active.gossipToFail = times;
  }
}
