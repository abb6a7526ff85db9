import { setTimeout as pause } from "node:timers/promises";
import type { Metadata, ServiceError } from "@grpc/grpc-js";
import { accessDenied, notLeader } from "./grpc-errors.ts";
import { isMetastream, originalStreamOf } from "./stream-metadata.ts";

/** A right that an account may lack: to read the whole log or a stream, to append, to delete, to write metadata. */
export type Right = "readAll" | "read" | "write" | "delete" | "writeMetadata";

/**
 * How appends fail: "timeout" is the answer of a leader that gets no answer from the other nodes, "no-quorum" that of a node
 * without a leader.
 */
export type AppendFailure = {
  readonly how: "timeout" | "no-quorum";
  readonly written: boolean;
  readonly milliseconds: number;
};

/** An open subscription; `stream` is missing for one to the whole log. */
export type OpenSubscription = { readonly stream: string | undefined; readonly filtered: boolean };

/** A node as gossip reports it; by default an alive leader. */
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

/** The version that the server imitates, the first one without the fault of `endCheckpoint`. */
const VERSION = "24.10.5";

/** The faults that are active now, for the call handlers. */
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

  /** Throws the gRPC error when the right is refused. A metadata stream counts by the name of its stream. */
  check(right: "readAll" | "read" | "write" | "delete", stream = ""): void {
    const meta = isMetastream(stream);
    const name = meta ? originalStreamOf(stream) : stream;
    const needed = meta && right === "write" ? "writeMetadata" : right;
    if (this.refused.some(({ right, prefix }) => right === needed && name.startsWith(prefix)))
      throw accessDenied();
  }

  /** Throws the gRPC error when the call asks for the leader and this server is a follower. */
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

  /** Whether subscriptions send caught-up, as versions from 23.10 on do. */
  get sendsCaughtUp(): boolean {
    const [major = 0, minor = 0] = this.version.split(".").map(Number);
    return major > 23 || (major === 23 && minor >= 10);
  }
}
