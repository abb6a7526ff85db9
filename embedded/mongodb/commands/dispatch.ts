import { erasureComment } from "@ornament/contracts/read-models/projection-status";
import type { Logger } from "@ornament/platform/logging/logger";
import { Double } from "bson";
import { isStorageFull } from "../../files/storage-full.ts";
import { type Doc, isDoc } from "../bson/values.ts";
import { badValue, CommandError } from "../protocol/errors.ts";
import type { Store } from "../store/store.ts";
import { collectionCommands } from "./collections.ts";
import { type Command, type Reply, sessionName } from "./command.ts";
import type { Cursors } from "./cursors.ts";
import { handshakeCommands } from "./handshake.ts";
import { indexCommands } from "./indexes.ts";
import { Input } from "./input.ts";
import { readCommands } from "./read.ts";
import { writeCommands } from "./write.ts";

const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    ...handshakeCommands,
    ...readCommands,
    ...writeCommands,
    ...indexCommands,
    ...collectionCommands,
  }),
);

/** The fields that every command may have. */
const commonFields = ["$db", "lsid", "$readPreference", "readConcern", "writeConcern", "comment"];

export interface Services {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly logger?: Logger | undefined;
  readonly interception?: Interception | undefined;
}

/** A layer between the connections and the commands, for tests. */
export interface Interception {
  /** Runs a command or throws its error. */
  around(body: Doc, run: (body: Doc) => Reply): Reply;
  /** The sent answer. */
  outgoing(reply: Reply): Reply;
  /** Whether the connection is reset instead of answering this command. */
  cuts(body: Doc): boolean;
}

/** Runs one command and returns its answer. An error gives an answer with `ok: 0`. */
export function dispatch(body: Doc, services: Services, connectionId: number): Reply {
  const reply = answerTo(body, services, connectionId);
  return services.interception?.outgoing(reply) ?? reply;
}

function answerTo(body: Doc, services: Services, connectionId: number): Reply {
  try {
    const run = (command: Doc) => runCommand(command, services, connectionId);
    const reply = services.interception ? services.interception.around(body, run) : run(body);
    return { ...reply, ok: new Double(1) };
  } catch (error) {
    const { message: errmsg, code, codeName, details } = answerable(error, body, services);
    return { ok: new Double(0), errmsg, code, codeName, ...details };
  }
}

/** The error that the client gets. The program log gets one that nobody expected. */
function answerable(error: unknown, body: Doc, { logger }: Services): CommandError {
  if (error instanceof CommandError) return error;
  if (isStorageFull(error))
    return new CommandError(14031, "The disk of the document store is full. Nothing was written");
  logger?.error({ err: error, command: Object.keys(body)[0] }, "A command failed");
  return new CommandError(8, (error as Error).message);
}

function runCommand(body: Doc, services: Services, connectionId: number): Reply {
  const [name = ""] = Object.keys(body);
  const command = commands.get(name);
  if (!command) throw new CommandError(59, `no such command: '${name}'`);
  const input = new Input(name, body);
  if (!command.open) input.allowOnly([name, ...commonFields, ...command.fields]);
  checkConcerns(body);
  const database = input.string("$db");
  const context = { ...services, database, session: sessionName(body.lsid), connectionId };
  if (!command.writes) return command.run(input, context);
  const reply = services.store.together(() => command.run(input, context));
  if (body.comment === erasureComment) services.store.forgetErased();
  return reply;
}

/** Refuses concerns that a single server can't meet: it has w 0, 1 and majority, and reads its newest state. */
function checkConcerns({ readConcern, writeConcern }: Doc): void {
  const level = isDoc(readConcern) ? readConcern.level : undefined;
  if (level !== undefined && !["local", "available", "majority"].includes(String(level)))
    throw new CommandError(123, `node needs to be a replica set member to use read concern ${level}`);
  const w = isDoc(writeConcern) ? writeConcern.w : undefined;
  if (w !== undefined && w !== "majority" && w !== 0 && w !== 1)
    throw badValue("cannot use 'w' > 1 when a host is not replicated");
}
