import { erasureComment } from "@ornament/contracts/read-models/snapshot-rules";
import { Double } from "bson";
import { hashKey } from "../bson/hash-key.ts";
import { type Doc, isDoc } from "../bson/value.ts";
import { badValue, CommandError } from "../protocol/errors.ts";
import { Deadline } from "../query/deadline.ts";
import type { Store } from "../store/store.ts";
import { collectionCommands } from "./collections.ts";
import type { Command, Reply } from "./command.ts";
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
const commonFields = [
  "$db",
  "lsid",
  "$readPreference",
  "readConcern",
  "writeConcern",
  "comment",
  "maxTimeMS",
];

const transactionFields = ["txnNumber", "startTransaction", "autocommit", "coordinator"];

export interface Services {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly interception?: Interception | undefined;
  readonly observer?: WriteObserver | undefined;
}

/** Is told of each command that has changed documents, collections or indexes. */
export interface WriteObserver {
  /** The collection; the name is that of the database for `dropDatabase`. */
  changed(collection: { readonly name: string }): void;
  /** The client said that the write ends an erasure of personal data. */
  erased(): void;
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

/** Runs one command and returns its answer. An error, or an unreadable body, gives an answer with `ok: 0`. */
export function dispatch(body: Doc | CommandError, services: Services, connectionId: number): Reply {
  const reply = answerTo(body, services, connectionId);
  return services.interception?.outgoing(reply) ?? reply;
}

function answerTo(body: Doc | CommandError, services: Services, connectionId: number): Reply {
  try {
    if (body instanceof CommandError) throw body;
    const run = (command: Doc) => runCommand(command, services, connectionId);
    const reply = services.interception ? services.interception.around(body, run) : run(body);
    return { ...reply, ok: new Double(1) };
  } catch (error) {
    return errorReply(error);
  }
}

/** Converts an error to an answer. */
export function errorReply(error: unknown): Reply {
  const shown = error instanceof CommandError ? error : new CommandError(8, describeFault(error));
  return {
    ok: new Double(0),
    errmsg: shown.message,
    code: shown.code,
    codeName: shown.codeName,
    ...shown.details,
  };
}

function describeFault(error: unknown): string {
  return error instanceof Error ? error.message : "unknown error";
}

function runCommand(body: Doc, services: Services, connectionId: number): Reply {
  const [name = ""] = Object.keys(body);
  const command = commands.get(name);
  if (!command) throw new CommandError(59, `no such command: '${name}'`);
  const input = new Input(name, body);
  refuseVersionedApi(body);
  refuseTransactions(body);
  const known = command.open ? Object.keys(body) : [name, ...commonFields, ...command.fields];
  input.allowOnly(known, command.refused);
  checkConcerns(body);
  const database = input.string("$db");
  const deadline = new Deadline(input.optionalCount("maxTimeMS"));
  const context = { ...services, database, deadline, session: sessionOf(body), connectionId };
  if (!command.writes || !services.observer) return command.run(input, context);
  let reply: Reply | undefined;
  try {
    reply = command.run(input, context);
    return reply;
  } finally {
    // A failed command may have changed something, too.
    if (reply?.n !== 0) services.observer.changed({ name: String(body[name]) });
    if (body.comment === erasureComment) services.observer.erased();
  }
}

function sessionOf(body: Doc): string | undefined {
  const session = body.lsid;
  const id = isDoc(session) ? session.id : undefined;
  return id === undefined ? undefined : hashKey(id);
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
 * The concerns that a single server in memory can meet: w 0, 1 and majority, and reads of its newest state.
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
