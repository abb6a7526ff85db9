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
  /** Fields the command takes beside its name and those every command takes. */
  readonly fields: readonly string[];
  /** Fields of the real command that this server does not do: refused unless they ask for nothing. */
  readonly refused?: readonly string[];
  /** Takes any other field too, as the real handshake does: drivers announce there what they can do. */
  readonly open?: boolean;
  run(input: Input, context: CommandContext): Reply;
}
