import type { Position } from "./position.ts";

/** JSON data and metadata, personal fields encrypted. */
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

/** Whether the event is one of the store itself, such as the metadata of a stream. */
export const isSystemEvent = (event: Pick<RawEvent, "type" | "stream">) =>
  event.type.startsWith("$") || event.stream.startsWith("$");

/** For copies and proofs of the event store. System events are among them. */
export interface EventBytes {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  readonly contentType: string;
  /** Milliseconds since 1970; the server's smaller parts are cut off. */
  readonly created: number;
  readonly position: Position;
  readonly metadata: Uint8Array;
  readonly data: Uint8Array;
}

export interface RawNewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
}

/** `fromRevision` defaults to the first event, or to the last one backwards. */
export interface ReadOptions {
  fromRevision?: bigint | undefined;
  backwards?: boolean | undefined;
  maxCount?: number | undefined;
}

/** `erased`: the stream was deleted for good. */
export type StreamRead = RawEvent[] | "missing" | "erased";

/** In order: a marker comes after all events before it. */
export type LogItem =
  | { readonly kind: "event"; readonly event: RawEvent }
  | { readonly kind: "caughtUp" }
  | { readonly kind: "checkpoint"; readonly position: Position };

export interface LogSubscription {
  /** Waits for items; `undefined` when the subscription has ended. */
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
 * The calls on the server, so that tests can replace it. They fail with `WrongRevision`, `StreamMissing`,
 * `LogRefused`, or any other error, which means that the outcome is unknown.
 */
export interface LogClient {
  append(
    stream: string,
    expected: bigint | "no_stream" | "any",
    events: readonly RawNewEvent[],
    deadlineMilliseconds: number,
  ): Promise<{ revision: bigint; position: Position | undefined }>;
  readStream(stream: string, options: ReadOptions, deadlineMilliseconds: number): Promise<StreamRead>;
  /** All events, including system events. `from` is as in `ReadAllOptions`. */
  readAll(options: {
    from: Position | "start" | "end";
    backwards: boolean;
    maxCount: number;
  }): CancelableRead<RawEvent>;
  /** All events as their bytes, forwards from the event at `from`. */
  readBytes(options: { from: Position | "start" }): CancelableRead<EventBytes>;
  /** Delivers the events after `from`, without the event at `from` itself. */
  subscribe(from: Position | "start", filter: RawFilter | undefined): LogSubscription;
  deleteStream(stream: string, expected: bigint | "no_stream" | "any"): Promise<void>;
  tombstoneStream(stream: string): Promise<void>;
  setStreamMetadata(stream: string, metadata: StreamLimits): Promise<void>;
  close(): Promise<void>;
}

/**
 * Limits which events of a stream can be read and are kept by a scavenge: those of the last `maxAge` seconds,
 * the newest `maxCount`, and those from the revision `truncateBefore` on. New limits replace the previous ones.
 */
export interface StreamLimits {
  readonly maxAge?: number;
  readonly maxCount?: number;
  readonly truncateBefore?: number;
}

export interface CancelableRead<E> extends AsyncIterable<E> {
  /** Ends the read without an error, also while the next event is awaited. */
  cancel(): void;
}

/** The stream is at the revision `actual` and not at the expected one. */
export class WrongRevision extends Error {
  override name = "WrongRevision";

  constructor(readonly actual: bigint | "no_stream") {
    super(`Wrong expected revision: the stream is at ${actual}`);
  }
}

/** The stream is missing, or deleted (`erased`: for good). */
export class StreamMissing extends Error {
  override name = "StreamMissing";

  constructor(readonly erased: boolean) {
    super(erased ? "The stream was deleted for good" : "There is no such stream");
  }
}

/** The store refused the call and wrote nothing. An immediate repetition does not help. */
export class LogRefused extends Error {
  override name: string = "LogRefused";

  constructor(
    message: string,
    override readonly cause?: unknown,
  ) {
    super(message);
  }
}

/** The store account lacks a right, or (`isSignIn`) the store does not accept the account or its password. */
export class LogAccessDenied extends LogRefused {
  override name = "LogAccessDenied";

  constructor(
    readonly isSignIn: boolean,
    cause?: unknown,
  ) {
    super(
      `The event store refused${isSignIn ? " the account or its password" : ": the account lacks a right"}`,
      cause,
    );
  }
}

/** The store has no space left. It can still be read, and accepts appends again when it has space. */
export class LogFull extends LogRefused {
  override name = "LogFull";

  constructor(cause?: unknown) {
    super("The event store has no space left", cause);
  }
}

/** A repeated call would have them again. */
export const isDefinite = (error: unknown) =>
  error instanceof StreamMissing || error instanceof WrongRevision || error instanceof LogRefused;
