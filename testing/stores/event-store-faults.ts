import { setTimeout as pause } from "node:timers/promises";
import gossipGrpc from "@eventstore/db-client/generated/gossip_grpc_pb.js";
import { type Metadata, type Server, type ServiceError, status } from "@grpc/grpc-js";
import {
  type Answered,
  type Behaviour,
  type OpenSubscription,
  type Right,
  VERSION,
} from "@ornament/embedded/eventstore/behaviour";
import { isMetastream, originalStreamOf } from "@ornament/embedded/eventstore/log/stream-metadata";
import type { WriteOutcome } from "@ornament/embedded/eventstore/log/writes";
import { accessDenied, grpcError } from "@ornament/embedded/eventstore/protocol/grpc-errors";

import { gossipHandler, type Member } from "./gossip.ts";

/**
 * The kinds of failed appends: "timeout" is the answer of a leader that gets no answer from the other nodes,
 * "no-quorum" the answer of a node without a leader.
 */
type AppendFailure = {
  readonly how: "timeout" | "no-quorum";
  readonly written: boolean;
  readonly milliseconds: number;
};

type Lateness = {
  readonly what: "append" | "read";
  readonly over: Promise<void>;
  readonly milliseconds: number | undefined;
  left: number;
};

type Refused = { readonly right: Right | "writeMetadata"; readonly prefix: string };

/** Faults of real servers for an embedded event store in the same process. */
export class EventStoreFaults implements Behaviour {
  readonly #subscriptions = new Map<OpenSubscription, (error: ServiceError) => void>();
  readonly #late = new Set<Lateness>();
  #refused: Refused[] = [];
  #leader: { readonly host: string; readonly port: number } | undefined;
  #appends: AppendFailure | undefined;
  #members: readonly Member[] | undefined;
  #featuresToFail = 0;
  #gossipToFail = 0;
  /** The reported version, such as "22.10.5". */
  version = VERSION;
  /** The port that gossip names. */
  port = 0;

  /** Ends the subscriptions chosen by `where`, as servers before 24.2 end slow readers. */
  dropSubscriptions(where: (subscription: OpenSubscription) => boolean = () => true): void {
    const message =
      "Operation timed out: Consumer too slow to handle event while live. Client resubscription required.";
    for (const [subscription, fail] of [...this.#subscriptions])
      if (where(subscription)) fail(grpcError(status.ABORTED, message));
  }

  /**
   * Does the work immediately and answers later: after `milliseconds`, or when the returned function is
   * called, which sends all delayed answers and ends the fault. `times` limits the number of late answers.
   * Subscriptions don't count as reads.
   */
  answerLate(options: { what: "append" | "read"; milliseconds?: number; times?: number }): () => void {
    const { what, milliseconds, times = Number.POSITIVE_INFINITY } = options;
    const { promise: over, resolve: end } = withResolvers();
    const late = { what, over, milliseconds, left: times };
    this.#late.add(late);
    return () => {
      this.#late.delete(late);
      end();
    };
  }

  /** Refuses a right for all streams, or for those with the prefix. Metadata have their stream's name. */
  refuse(right: Refused["right"], prefix = ""): void {
    this.#refused.push({ right, prefix });
  }

  /** Gives all rights back. */
  allow(): void {
    this.#refused = [];
  }

  /** Makes this server a follower: calls that ask for the leader are refused. `undefined` ends it. */
  notLeader(leader: { host: string; port: number } | undefined): void {
    this.#leader = leader;
  }

  /**
   * Makes appends and deletions fail until `undefined` is set; reads succeed. With `written` they are stored
   * although they fail. A time-out is answered after `milliseconds`, by default 2,000 as in the real server,
   * "no-quorum" immediately.
   */
  failAppends(
    how: AppendFailure["how"] | undefined,
    options: { written?: boolean; milliseconds?: number } = {},
  ): void {
    const { written = false, milliseconds = how === "timeout" ? 2_000 : 0 } = options;
    this.#appends = how && { how, written, milliseconds };
  }

  /** Makes the next requests for the server's features fail. */
  failFeatures(times: number): void {
    this.#featuresToFail = times;
  }

  /** The nodes that gossip reports; `undefined` means this server alone, as the leader. */
  gossip(members: readonly Member[] | undefined): void {
    this.#members = members;
  }

  /** Makes the next requests for gossip fail. */
  failGossip(times: number): void {
    this.#gossipToFail = times;
  }

  check(right: Right, stream = ""): void {
    const meta = isMetastream(stream);
    const name = meta ? originalStreamOf(stream) : stream;
    const needed = meta && right === "write" ? "writeMetadata" : right;
    if (this.#refused.some(({ right, prefix }) => right === needed && name.startsWith(prefix)))
      throw accessDenied();
  }

  checkLeader(call: { readonly metadata: Metadata }): void {
    const [required] = call.metadata.get("requires-leader");
    if (this.#leader && required !== undefined && String(required).toLowerCase() === "true")
      throw notLeader(this.#leader.host, this.#leader.port);
  }

  async write(run: () => Promise<WriteOutcome>): Promise<Answered> {
    const failing = this.#appends;
    if (failing) {
      if (failing.written) await run();
      if (failing.milliseconds > 0) await pause(failing.milliseconds);
      return failing.how === "timeout" ? { kind: "timeout" } : { kind: "not-ready" };
    }
    const outcome = await run();
    await this.#beforeAnswer("append");
    return outcome;
  }

  beforeRead(): Promise<void> {
    return this.#beforeAnswer("read");
  }

  opened(subscription: OpenSubscription, fail: (error: ServiceError) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#subscriptions.set(subscription, fail);
    signal.addEventListener("abort", () => this.#subscriptions.delete(subscription), { once: true });
  }

  reportedVersion(): string | undefined {
    if (this.#featuresToFail === 0) return this.version;
    this.#featuresToFail -= 1;
    return undefined;
  }

  addServices(server: Server): void {
    server.addService(gossipGrpc.GossipService, { read: gossipHandler(() => this.#gossiped()) });
  }

  #gossiped(): readonly Member[] | undefined {
    if (this.#gossipToFail === 0) return this.#members ?? [{ host: "127.0.0.1", port: this.port }];
    this.#gossipToFail -= 1;
    return undefined;
  }

  async #beforeAnswer(what: "append" | "read"): Promise<void> {
    for (const late of this.#late) {
      if (late.what !== what || late.left <= 0) continue;
      late.left -= 1;
      const { over, milliseconds } = late;
      await (milliseconds === undefined ? over : Promise.race([over, pause(milliseconds)]));
      return;
    }
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const notLeader = (host: string, port: number): ServiceError =>
  grpcError(status.NOT_FOUND, "Leader info available", {
    exception: "not-leader",
    "leader-endpoint-host": host,
    "leader-endpoint-port": String(port),
  });
