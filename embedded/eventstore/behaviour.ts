import type { Metadata, Server, ServiceError } from "@grpc/grpc-js";
import type { WriteOutcome } from "./log/writes.ts";

/** The result of an append or a deletion, or the failure of a server that can't write or report now. */
export type Answered = WriteOutcome | { readonly kind: "not-ready" };

/** A right that a store account may lack: to read `$all` or a stream, to append, to delete. */
export type Right = "readAll" | "read" | "write" | "delete";

/** An open subscription. */
export type OpenSubscription = { readonly filtered: boolean };

/**
 * The differences of servers by version, cluster, store accounts and state. Handlers read them at each call.
 */
export interface Behaviour {
  /** Throws the gRPC error when the store account lacks the right. */
  check(right: Right, stream?: string): void;
  /** Throws the gRPC error when the call asks for the leader and this server is a follower. */
  checkLeader(call: { readonly metadata: Metadata }): void;
  write(run: () => Promise<WriteOutcome>): Promise<Answered>;
  /** Resolves when a read may begin. */
  beforeRead(): Promise<void>;
  /** Called with each subscription; `fail` ends it until the signal aborts. */
  opened(subscription: OpenSubscription, fail: (error: ServiceError) => void, signal: AbortSignal): void;
  /** The reported version, or `undefined` while the server isn't ready. */
  reportedVersion(): string | undefined;
  /** Adds calls of a cluster's node, which a single server doesn't have. */
  addServices?(server: Server): void;
}

/** The version that the server imitates: the first one without a checkpoint 2^64-1 at the log's end. */
export const VERSION = "24.10.5";

/** A single healthy server that gives every right to every caller. */
export const healthy: Behaviour = {
  check: () => {},
  checkLeader: () => {},
  write: (run) => run(),
  beforeRead: () => Promise.resolve(),
  opened: () => {},
  reportedVersion: () => VERSION,
};
