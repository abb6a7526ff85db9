/**
 * The change of a PIN's status as an application on emmett: express, its command handler and its EventStoreDB
 * adapter. Like the product it verifies the access token and reads the caller's access, checks the body,
 * recognizes a repeated command by its id in the stream, writes metadata, and fills a read model of the PINs
 * from the event store. Reports its port to the process that started it, and ends with that process.
 */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { CommandHandler } from "@event-driven-io/emmett";
import { getEventStoreDBEventStore } from "@event-driven-io/emmett-esdb";
import { EventStoreDBClient, streamNameFilter } from "@eventstore/db-client";
import express from "express";
import { MongoClient } from "mongodb";
import { z } from "zod";
import { callerCheck } from "./signed-in.mjs";

const { EVENTSTORE_URL: address, MONGODB_URL, STREAM_PREFIX: prefix } = process.env;
const client = address.startsWith("unix:")
  ? new EventStoreDBClient({ endpoint: address }, { insecure: true })
  : EventStoreDBClient.connectionString(address);
const store = getEventStoreDBEventStore(client);
const database = (await new MongoClient(MONGODB_URL).connect()).db("ornament");
const callerOf = callerCheck(database);

const changeBody = z.strictObject({
  id: z
    .number()
    .int()
    .min(0)
    .max(36 ** 7 - 1),
  status: z.boolean(),
  comment: z
    .string()
    .trim()
    .regex(/^[^\p{Cc}]*$/u)
    .min(2)
    .max(120),
});
const changingRoles = new Set(["ADMIN", "MEMBER"]);

/** The latest commands of a stream by their ids, with the hashes of their bodies. */
const commandsKept = 128;
const withCommand = (commands, { commandId, bodyHash } = {}) =>
  commandId === undefined ? commands : [...commands, [commandId, bodyHash]].slice(-commandsKept);

function evolve(state, { type, data, metadata }) {
  const commands = withCommand(state.commands, metadata);
  switch (type) {
    case "PeerPinImported":
      return { ...state, commands, code: data.code };
    case "PeerPinDeactivated":
      return { ...state, commands, blocked: true };
    case "PeerPinActivated":
      return { ...state, commands, blocked: false };
    default:
      return state;
  }
}

const handle = CommandHandler({
  evolve,
  initialState: () => ({ code: null, blocked: false, commands: [] }),
  mapToStreamId: (code) => `${prefix}-${code}`,
});

const secret = randomBytes(32);
const hashOf = (...parts) => createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");

class Refused extends Error {
  constructor(status, code) {
    super(code);
    this.status = status;
  }
}

const importPin = (code) => (state) =>
  state.code === null
    ? [
        {
          type: "PeerPinImported",
          data: { code, batchName: "Bench", importId: "bench" },
          metadata: { $correlationId: randomUUID(), actor: { kind: "system" }, schemaVersion: 1 },
        },
      ]
    : [];

const changeStatus =
  (code, { status, comment }, metadata) =>
  (state) => {
    const done = state.commands.find(([id]) => id === metadata.commandId);
    if (done) {
      if (done[1] === metadata.bodyHash) return [];
      throw new Refused(422, "idempotency_key_reused");
    }
    if (state.code === null) throw new Refused(404, "pin_not_found");
    if (state.blocked !== status) throw new Refused(409, status ? "pin_not_blocked" : "pin_already_blocked");
    const type = status ? "PeerPinActivated" : "PeerPinDeactivated";
    return [{ type, data: { code, consumerId: null, comment }, metadata }];
  };

const codeOf = (id) => id.toString(36).toUpperCase().padStart(7, "0");

const app = express();
app.disable("x-powered-by");
app.set("etag", false);
app.use(express.json());
app.post("/pins", async (request, response) => {
  const { code } = request.body;
  await handle(store, code, importPin(code));
  response.json({ success: true });
});
app.put("/api/admin/update-pin-status", async (request, response) => {
  const requestId = randomUUID();
  const $correlationId = request.get("x-correlation-id") ?? requestId;
  response.set({ "X-Correlation-Id": $correlationId, "Cache-Control": "no-store" });
  const caller = await callerOf(request);
  if (!caller) throw new Refused(401, "unauthorized");
  if (!changingRoles.has(caller.role)) throw new Refused(403, "forbidden");
  const { success, data } = changeBody.safeParse(request.body);
  if (!success) throw new Refused(400, "invalid");
  const code = codeOf(data.id);
  const key = request.get("idempotency-key") ?? requestId;
  await handle(
    store,
    code,
    changeStatus(code, data, {
      $correlationId,
      requestId,
      commandId: hashOf(caller.id, request.method, request.path, key),
      bodyHash: hashOf(key, data),
      actor: { kind: "admin", id: caller.id, role: caller.role },
      sessionId: caller.sessionId,
      schemaVersion: 1,
      build: "peer",
    }),
  );
  response.json({ success: true, message: `The PIN ${code} was changed.` });
});
app.use((error, _request, response, _next) => {
  response.status(error.status ?? 500).json({ error: true, code: error.message });
});

/** Writes the PINs behind the event store, with all events that came during a write in the next one. */
const rows = database.collection(`${prefix}_pins`);
let waiting = [];
let isWriting = false;
async function write() {
  if (isWriting) return;
  isWriting = true;
  while (waiting.length > 0) {
    const events = waiting;
    waiting = [];
    await rows.bulkWrite(
      events.map(({ type, data, metadata, created }) => ({
        updateOne: {
          filter: { _id: data.code },
          update: {
            $set:
              type === "PeerPinImported"
                ? { batchName: data.batchName, blocked: false }
                : {
                    blocked: type === "PeerPinDeactivated",
                    comment: data.comment,
                    statusChange: { ...metadata.actor, at: created },
                  },
          },
          upsert: true,
        },
      })),
    );
  }
  isWriting = false;
}
client
  .subscribeToAll({ fromPosition: "end", filter: streamNameFilter({ prefixes: [`${prefix}-`] }) })
  .on("data", ({ event }) => {
    if (!event) return;
    waiting.push(event);
    void write();
  });

const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
