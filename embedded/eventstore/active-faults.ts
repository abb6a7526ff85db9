import { setTimeout as pause } from "node:timers/promises";
import type { Metadata, ServiceError } from "@grpc/grpc-js";
import { accessDenied, notLeader } from "./grpc-errors.ts";
import { isMetastream, originalStreamOf } from "./stream-metadata.ts";

/** What an account may be refused: reads of the whole log or of a stream, appends, deletions, stream metadata. */
export type Right = "readAll" | "read" | "write" | "delete" | "writeMetadata";

/**
 * How appends fail: "timeout" is what a leader answers that waits in vain for the other nodes, "no-quorum" what a node
 * answers that has no leader.
 */
export type AppendFailure = {
  readonly how: "timeout" | "no-quorum";
  readonly written: boolean;
  readonly milliseconds: number;
};

/** An open subscription; `stream` is missing for one to the whole log. */
export type OpenSubscription = { readonly stream: string | undefined; readonly filtered: boolean };

/** A node as gossip tells of it: the leader and alive unless it says otherwise. */
export type Member = {
  readonly host: string;
  readonly port: number;
  readonly state?: "LEADER" | "FOLLOWER" | "UNKNOWN" | "RESIGNINGLEADER" | "READONLYREPLICA";
  readonly alive?: boolean;
};

export type Lateness = {
  readonly what: "append" | "read";
  readonly over: Promise<void>;
  readonly milliseconds: number | undefined;
  left: number;
};

/** The version whose behaviour the server follows, the first that has mended what `endCheckpoint` shows. */
const VERSION = "24.10.5";

/** The faults that are set, as the handlers of calls ask for them. */
export class ActiveFaults {
  readonly refused: { readonly right: Right; readonly prefix: string }[] = [];
  readonly late = new Set<Lateness>();
  readonly #subscriptions = new Map<OpenSubscription, (error: ServiceError) => void>();
  #thawed: Promise<void> | undefined;
  #thaw = () => {};
  leader: { readonly host: string; readonly port: number } | undefined;
  appends: AppendFailure | undefined;
  members: readonly Member[] | undefined;
  featuresToFail = 0;
  gossipToFail = 0;
  endCheckpoint = false;
  version = VERSION;

  /** Throws the gRPC error when the right is refused. What concerns a metadata stream is judged by its stream's name. */
  check(right: "readAll" | "read" | "write" | "delete", stream = ""): void {
    const meta = isMetastream(stream);
    const name = meta ? originalStreamOf(stream) : stream;
    const needed = meta && right === "write" ? "writeMetadata" : right;
    if (this.refused.some(({ right, prefix }) => right === needed && name.startsWith(prefix)))
      throw accessDenied();
  }

  /** Throws the gRPC error when the call asks for the leader and this is none. */
  checkLeader(call: { readonly metadata: Metadata }): void {
    const [required] = call.metadata.get("requires-leader");
    if (this.leader && required !== undefined && String(required).toLowerCase() === "true")
      throw notLeader(this.leader.host, this.leader.port);
  }

  /** Resolves when the answer may go out. */
  async beforeAnswer(what: "append" | "read"): Promise<void> {
    for (const late of this.late) {
      if (late.what !== what || late.left <= 0) continue;
      late.left -= 1;
      const { over, milliseconds } = late;
      await (milliseconds === undefined ? over : Promise.race([over, pause(milliseconds)]));
      return;
    }
  }

  get frozen(): boolean {
    return this.#thawed !== undefined;
  }

  /** Resolves at the next `thaw`, or at once. */
  async thawed(): Promise<void> {
    await this.#thawed;
  }

  freeze(): void {
    this.#thawed ??= new Promise((resolve) => {
      this.#thaw = resolve;
    });
  }

  thaw(): void {
    this.#thawed = undefined;
    this.#thaw();
  }

  /** Remembers an open subscription until the signal aborts. */
  opened(subscription: OpenSubscription, fail: (error: ServiceError) => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.#subscriptions.set(subscription, fail);
    signal.addEventListener("abort", () => this.#subscriptions.delete(subscription), { once: true });
  }

  drop(where: (subscription: OpenSubscription) => boolean, error: () => ServiceError): void {
    for (const [subscription, fail] of [...this.#subscriptions]) if (where(subscription)) fail(error());
  }

  /** Whether subscriptions say that they have caught up, as from 23.10 on. */
  get saysCaughtUp(): boolean {
    const [major = 0, minor = 0] = this.version.split(".").map(Number);
    return major > 23 || (major === 23 && minor >= 10);
  }
}
