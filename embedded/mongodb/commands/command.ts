import { isDoc } from "../bson/values.ts";
import type { Store } from "../store/store.ts";
import type { Cursors } from "./cursors.ts";
import type { Input } from "./input.ts";

/** The stores and state that a command uses. */
export interface CommandContext {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly database: string;
  /** The client's session, as text. */
  readonly session: string | undefined;
  readonly connectionId: number;
}

/** The fields of an answer; `ok: 1` is added. */
export type Reply = Record<string, unknown>;

export interface Command {
  /** The fields of the command, besides its name and the fields of every command. */
  readonly fields: readonly string[];
  /** Accepts all other fields, too, as the real handshake does: drivers send their features there. */
  readonly open?: boolean;
  /** Whether it changes documents, collections or indexes. */
  readonly writes?: boolean;
  run(input: Input, context: CommandContext): Reply;
}

/** A client's session as text; undefined for anything else. */
export const sessionName = (session: unknown): string | undefined =>
  isDoc(session) && session.id !== undefined ? String(session.id) : undefined;
