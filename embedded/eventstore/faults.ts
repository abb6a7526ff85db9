import { status } from "@grpc/grpc-js";
import type { KnownIds } from "@ornament/platform/eventstore/emulation/known-ids";
import type { ActiveFaults, AppendFailure, Member, OpenSubscription, Right } from "./active-faults.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { Connections } from "./connections.ts";
import { grpcError } from "./grpc-errors.ts";

/** The parts of the server that faults change. */
interface Targets {
  readonly active: ActiveFaults;
  readonly connections: Connections;
  readonly queue: CommitQueue;
  readonly knownIds: KnownIds;
}

/** For tests in the server's process: faults that real servers have. No client can cause them. */
export class Faults {
  readonly #targets: Targets;
  readonly #active: ActiveFaults;

  constructor(targets: Targets) {
    this.#targets = targets;
    this.#active = targets.active;
  }

  /** Resets every open connection and frees the port, like a server that is down. Resolves when the port is free. */
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
   * Freezes as SIGSTOP freezes a process: connections stay open and new ones are opened, but nothing is read, no ping is
   * answered and nothing is written. What was already sent to a client still arrives.
   */
  freeze(): void {
    this.#active.freeze();
    this.#targets.queue.pause();
    this.#targets.connections.freeze();
  }

  /** Resumes after `freeze` with everything that was received meanwhile. */
  thaw(): void {
    this.#active.thaw();
    this.#targets.queue.resume();
    this.#targets.connections.thaw();
  }

  /** Ends the subscriptions chosen by `where`, as servers before 24.2 end those that read too slowly. */
  dropSubscriptions(where: (subscription: OpenSubscription) => boolean = () => true): void {
    const message =
      "Operation timed out: Consumer too slow to handle event while live. Client resubscription required.";
    this.#active.drop(where, () => grpcError(status.ABORTED, message));
  }

  /**
   * Does the work at once and answers later: after so many milliseconds, or when the returned function is called, which sends all
   * delayed answers and ends the fault. `times` limits how many answers are late. Subscriptions don't count as reads.
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

  /** Forgets the ids of the written events, as a restart does: a repeated append without a revision is then written again. */
  forgetIds(): void {
    this.#targets.knownIds.forget();
  }

  /** Refuses a right for all streams, or for those with the prefix. Metadata counts by the name of its stream. */
  refuse(right: Right, prefix = ""): void {
    this.#active.refused.push({ right, prefix });
  }

  /** Gives all rights back. */
  allow(): void {
    this.#active.refused.length = 0;
  }

  /** Makes this server a follower of the leader: calls that ask for the leader are refused. `undefined` ends it. */
  notLeader(leader: { host: string; port: number } | undefined): void {
    this.#active.leader = leader;
  }

  /**
   * Makes appends and deletions fail until `undefined` is set; reads go on. With `written` they are in the log although they fail.
   * A time-out is answered after `milliseconds`, by default 2,000 as in the real server, "no-quorum" at once.
   */
  failAppends(
    how: AppendFailure["how"] | undefined,
    options: { written?: boolean; milliseconds?: number } = {},
  ): void {
    const { written = false, milliseconds = how === "timeout" ? 2_000 : 0 } = options;
    this.#active.appends = how && { how, written, milliseconds };
  }

  /**
   * Whether a filtered subscription that has caught up without a match sends the checkpoint 2^64-1, as versions 24.2 to 24.10.4
   * do.
   */
  set endCheckpoint(shown: boolean) {
    this.#active.endCheckpoint = shown;
  }

  /** The version that the server reports, such as "22.10.5". Before 23.10 a subscription sends no caught-up, and no checkpoint with it. */
  set version(version: string) {
    this.#active.version = version;
  }

  /** Makes the next requests for the server's features fail, so many of them. */
  failFeatures(times: number): void {
    this.#active.featuresToFail = times;
  }

  /** The nodes that gossip reports; `undefined` means this server alone, as the leader. */
  gossip(members: readonly Member[] | undefined): void {
    this.#active.members = members;
  }

  /** Makes the next requests for gossip fail, so many of them. */
  failGossip(times: number): void {
    this.#active.gossipToFail = times;
  }
}
