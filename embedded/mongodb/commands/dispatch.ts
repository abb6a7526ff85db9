import { erasureComment } from "@ornament/contracts/read-models/erasure-comment";
import type { Logger } from "@ornament/platform/logging/logger";
import { Double } from "bson";
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

/** Those of the real server that are not implemented here. */
const refusedFields = ["maxTimeMS"];

const transactionFields = ["txnNumber", "startTransaction", "autocommit", "coordinator"];

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
    if (!(error instanceof CommandError))
      services.logger?.error({ err: error, command: Object.keys(body)[0] }, "A command failed");
    return errorReply(error);
  }
}

/** Converts an error to an answer. */
function errorReply(error: unknown): Reply {
  const shown = error instanceof CommandError ? error : new CommandError(8, (error as Error).message);
  return {
    ok: new Double(0),
    errmsg: shown.message,
    code: shown.code,
    codeName: shown.codeName,
    ...shown.details,
  };
}

function runCommand(body: Doc, services: Services, connectionId: number): Reply {
  const [name = ""] = Object.keys(body);
  const command = commands.get(name);
  if (!command) throw new CommandError(59, `no such command: '${name}'`);
  const input = new Input(name, body);
  refuseVersionedApi(body);
  refuseTransactions(body);
  const known = command.open ? Object.keys(body) : [name, ...commonFields, ...command.fields];
  input.allowOnly(known, [...refusedFields, ...(command.refused ?? [])]);
  checkConcerns(body);
  const database = input.string("$db");
  const context = { ...services, database, session: sessionName(body.lsid), connectionId };
  if (!command.writes) return command.run(input, context);
  const reply = services.store.together(() => command.run(input, context));
  if (body.comment === erasureComment) services.store.forgetErased();
  return reply;
}

function refuseVersionedApi(body: Doc): void {
  if (body.apiVersion !== undefined || body.apiStrict !== undefined) {
    throw new CommandError(322, "a declared API version is not supported");
  }
}

function refuseTransactions(body: Doc): void {
  if (transactionFields.some((field) => body[field] !== undefined)) {
    throw new CommandError(20, "Transaction numbers are only allowed on a replica set member or mongos");
  }
}

/**
 * The concerns that a single server can meet: w 0, 1 and majority, and reads of its newest state.
 */
function checkConcerns(body: Doc): void {
  const { readConcern, writeConcern } = body;
  if (isDoc(readConcern)) {
    const level = readConcern.level ?? "local";
    if (typeof level !== "string" || !["local", "available", "majority"].includes(level)) {
      throw new CommandError(
        123,
        `node needs to be a replica set member to use read concern ${String(level)}`,
      );
    }
    if (readConcern.afterClusterTime !== undefined || readConcern.atClusterTime !== undefined) {
      throw new CommandError(20, "Cannot specify afterClusterTime readConcern without replication enabled");
    }
  }
  const w = isDoc(writeConcern) ? writeConcern.w : undefined;
  if (w !== undefined && w !== "majority" && w !== 0 && w !== 1) {
    throw badValue("cannot use 'w' > 1 when a host is not replicated");
  }
}
