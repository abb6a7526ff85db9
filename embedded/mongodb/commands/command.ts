import type { Deadline } from "../query/deadline.ts";
import type { Store } from "../store/store.ts";
import type { Cursors } from "./cursors.ts";
import type { Input } from "./input.ts";

/** What a command works on. */
export interface CommandContext {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly database: string;
  readonly deadline: Deadline;
  /** The client's session, as text. */
  readonly session: string | undefined;
  readonly connectionId: number;
}

/** The fields of an answer; `ok: 1` is added. */
export type Reply = Record<string, unknown>;

export interface Command {
  /** The fields of the command, besides its name and those that every command may have. */
  readonly fields: readonly string[];
  /** Fields of the real command that are not implemented here. They are refused unless they ask for nothing. */
  readonly refused?: readonly string[];
  /** Accepts all other fields, too, as the real handshake does: drivers name their features there. */
  readonly open?: boolean;
  run(input: Input, context: CommandContext): Reply;
}
