import { MAX_DOCUMENT_BYTES, MAX_MESSAGE_BYTES, MAX_WRITE_BATCH } from "../protocol/limits.ts";
import { type Command, type CommandContext, type Reply, sessionName } from "./command.ts";

function describe(primaryField: string, { connectionId }: CommandContext): Reply {
  return {
    helloOk: true,
    [primaryField]: true,
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    maxMessageSizeBytes: MAX_MESSAGE_BYTES,
    maxWriteBatchSize: MAX_WRITE_BATCH,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
  };
}

function handshake(primaryField: string): Command {
  return {
    fields: [],
    open: true,
    run: (_input, context) => describe(primaryField, context),
  };
}

const endSessions: Command = {
  fields: [],
  run: (input, { cursors }) => {
    for (const session of input.array("endSessions")) cursors.endSession(sessionName(session) ?? "");
    return {};
  },
};

export const handshakeCommands: Readonly<Record<string, Command>> = {
  hello: handshake("isWritablePrimary"),
  isMaster: handshake("ismaster"),
  ismaster: handshake("ismaster"),
  ping: { fields: [], run: () => ({}) },
  endSessions,
};
