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

/** What a live subscription delivers, in order: a marker comes after all events before it. */
export type LogItem =
  | { readonly kind: "event"; readonly event: RawEvent }
  | { readonly kind: "caughtUp" }
  | { readonly kind: "checkpoint"; readonly position: Position };

export interface LogSubscription {
  /** Waits for items and returns at most `max` of them; `undefined` when the subscription has ended. */
  take(max: number): Promise<LogItem[] | undefined>;
  /** Resolves as soon as the subscription has ended, while items that came before may still be taken. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface RawFilter {
  readonly on: "eventType" | "streamName";
  readonly prefixes: readonly string[];
}

/**
 * The calls that the event store client makes on the log, so that it can be tested without a server. They fail with
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
   * The whole log, including the store's own events. Reading forwards begins with the event at `from`, reading backwards
   * with the event before it. To include the last event, read backwards from `end`.
   */
  readAll(options: {
    from: Position | "start" | "end";
    backwards: boolean;
    maxCount: number;
  }): CancelableRead;
  /** Delivers what comes after `from`, without the event at `from` itself. */
  subscribe(from: Position | "start", filter: RawFilter | undefined): LogSubscription;
  deleteStream(stream: string, expected: bigint | "no_stream" | "any"): Promise<void>;
  /** Deletes for good: the stream can never be written again. */
  tombstoneStream(stream: string): Promise<void>;
  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void>;
  close(): Promise<void>;
}

/**
 * Which events of a stream can still be read: those of the last `maxAge` seconds, and the newest `maxCount`. Setting limits
 * replaces the previous ones. The revision is not affected, even if no event can be read any more.
 */
export interface StreamLimits {
  readonly maxAge?: number;
  readonly maxCount?: number;
}

/** The iteration throws `StreamMissing` if there is no such stream. */
export interface CancelableRead extends AsyncIterable<RawEvent> {
  cancel(): void;
  /** All events, where the log can give them at once with less work than one after another. */
  readonly all?: () => Promise<RawEvent[]>;
}

/** The stream is not at the expected revision. `actual` is the one it has. */
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

/** The store refused the call and wrote nothing. Repeating it at once does not help. */
export class LogRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message);
    this.name = "LogRefused";
    this.cause = cause;
  }
}

/** The account lacks a right, or (`isSignIn`) the store does not accept the account or its password. */
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

/** The store has no space left. It can still be read, and can be written again when there is space. */
export class LogFull extends LogRefused {
  constructor(cause?: unknown) {
    super("The event store has no space left", cause);
    this.name = "LogFull";
  }
}

/** Failures that would happen again if the call were repeated. */
export const isDefinite = (error: unknown) =>
  error instanceof StreamMissing || error instanceof WrongRevision || error instanceof LogRefused;
