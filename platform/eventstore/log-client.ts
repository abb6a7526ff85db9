import type { Position } from "./position.ts";

/** An event as the log holds it: JSON data and metadata, personal fields encrypted. */
export interface RawEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
  readonly position: Position;
  readonly createdAt: Date;
}

export interface RawNewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

/** What a live subscription says, in order: a marker comes after all events that came before it. */
export type LogItem =
  | { readonly kind: "event"; readonly event: RawEvent }
  | { readonly kind: "caughtUp" }
  | { readonly kind: "checkpoint"; readonly position: Position };

export interface LogSubscription {
  /** The next items, at most `max`, as soon as there is one; `undefined` when the subscription has ended. */
  take(max: number): Promise<LogItem[] | undefined>;
  stop(): Promise<void>;
}

export interface RawFilter {
  readonly on: "eventType" | "streamName";
  readonly prefixes: readonly string[];
}

/**
 * The few calls the session makes on the log, so that it can be tested without a server. Failures are
 * `WrongRevision`, `StreamMissing`, `LogRefused`, or any other error, which means that the outcome is unknown.
 */
export interface LogClient {
  append(
    stream: string,
    expected: bigint | "no_stream" | "any",
    events: readonly RawNewEvent[],
    deadlineMilliseconds: number,
  ): Promise<{ revision: bigint; position: Position | undefined }>;
  /** `fromRevision` defaults to the first event, or to the last when reading backwards. */
  readStream(
    stream: string,
    options: { fromRevision?: bigint | undefined; backwards: boolean; maxCount: number },
  ): CancelableRead;
  /**
   * The whole log, the store's own events included. Forwards the event at `from` is the first; backwards `from` is a
   * boundary, and the first is the event before it: to read back to the last event, read from `end`.
   */
  readAll(options: {
    from: Position | "start" | "end";
    backwards: boolean;
    maxCount: number;
  }): CancelableRead;
  /** Gives what comes after `from`; the event at `from` itself is not given. */
  subscribe(from: Position | "start", filter: RawFilter | undefined): LogSubscription;
  deleteStream(stream: string, expected: bigint | "no_stream" | "any"): Promise<void>;
  /** Deletes for good: the stream can never be written again. */
  tombstoneStream(stream: string): Promise<void>;
  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void>;
  close(): Promise<void>;
}

/**
 * What of a stream may still be read: events of the last `maxAge` seconds, the newest `maxCount`. Setting them replaces
 * what was set before. The revision goes on all the same, also where nothing is left to be read.
 */
export interface StreamLimits {
  readonly maxAge?: number;
  readonly maxCount?: number;
}

/** Throws `StreamMissing` from the iteration when there is no such stream. */
export interface CancelableRead extends AsyncIterable<RawEvent> {
  cancel(): void;
}

export class WrongRevision extends Error {
  readonly actual: bigint | "no_stream";

  constructor(actual: bigint | "no_stream") {
    super(`Wrong expected revision: the stream is at ${actual}`);
    this.name = "WrongRevision";
    this.actual = actual;
  }
}

/** There is no such stream, or it was deleted (`erased`: for good). */
export class StreamMissing extends Error {
  readonly erased: boolean;

  constructor(erased: boolean) {
    super(erased ? "The stream was deleted for good" : "There is no such stream");
    this.name = "StreamMissing";
    this.erased = erased;
  }
}

/** The store refused and has written nothing: repeating at once can't help. */
export class LogRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message);
    this.name = "LogRefused";
    this.cause = cause;
  }
}

/** The store lets the account do no such thing, or (`isSignIn`) does not know the account or its password. */
export class LogAccessDenied extends LogRefused {
  readonly isSignIn: boolean;

  constructor(isSignIn: boolean, cause?: unknown) {
    super(
      isSignIn
        ? "The event store refused the account or its password"
        : "The event store refused: the account lacks a right",
      cause,
    );
    this.name = "LogAccessDenied";
    this.isSignIn = isSignIn;
  }
}

/** The store has no space left. It reads on, and writes again once there is space. */
export class LogFull extends LogRefused {
  constructor(cause?: unknown) {
    super("The event store has no space left", cause);
    this.name = "LogFull";
  }
}
