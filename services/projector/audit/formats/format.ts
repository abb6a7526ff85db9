import type { AuditedEvent } from "../audited-event.ts";
import type { AuditedSession } from "../sessions.ts";

/** An event for the output, with the session of its actor. */
export interface Shown extends AuditedEvent {
  readonly session: AuditedSession | null;
}

/** A form of the output. */
export interface Format {
  /** The text before the first event. */
  head(): Promise<string>;
  text(shown: readonly Shown[]): Promise<string>;
}

export type FormatName = "text" | "csv" | "ndjson";

/** Said of an act whose session, browser or network address the event doesn't name. */
export const notRecorded = "not recorded";
/** Said of a session of an erased person: it can't be known whether its place was recorded. */
export const erasedOrNotRecorded = "erased or not recorded";
