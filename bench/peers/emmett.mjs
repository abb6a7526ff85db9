/**
 * The change of a PIN's status as an application on emmett: express, its command handler and its EventStoreDB
 * adapter, without sign-in, idempotency key, limits and encryption. Reports its port to the process that
 * started it, and ends with that process.
 */
import { randomUUID } from "node:crypto";
import { CommandHandler } from "@event-driven-io/emmett";
import { getEventStoreDBEventStore } from "@event-driven-io/emmett-esdb";
import { EventStoreDBClient } from "@eventstore/db-client";
import express from "express";

const address = process.env.EVENTSTORE_URL;
const client = address.startsWith("unix:")
  ? new EventStoreDBClient({ endpoint: address }, { insecure: true })
  : EventStoreDBClient.connectionString(address);
const store = getEventStoreDBEventStore(client);

const evolve = (state, { type, data }) => {
  switch (type) {
    case "PeerPinImported":
      return { ...state, code: data.code };
    case "PeerPinDeactivated":
      return { ...state, blocked: true };
    case "PeerPinActivated":
      return { ...state, blocked: false };
    default:
      return state;
  }
};

const handle = CommandHandler({
  evolve,
  initialState: () => ({ code: null, blocked: false }),
  mapToStreamId: (code) => `${process.env.STREAM_PREFIX}-${code}`,
});

const event = (type, data) => ({
  type,
  data,
  metadata: { correlationId: randomUUID(), actor: { kind: "admin", id: 1, role: "MEMBER" } },
});

const importPin = (code) => (state) =>
  state.code === null ? [event("PeerPinImported", { code, batchName: "Bench", importId: "bench" })] : [];

const changeStatus = (code, status, comment) => (state) => {
  if (state.code === null) throw new Error("There is no such PIN");
  if (state.blocked !== status) throw new Error("The PIN has this status already");
  return [event(status ? "PeerPinActivated" : "PeerPinDeactivated", { code, consumerId: null, comment })];
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
  const { id, status, comment } = request.body;
  if (!Number.isInteger(id) || typeof status !== "boolean" || typeof comment !== "string") {
    response.status(400).json({ error: true });
    return;
  }
  const code = codeOf(id);
  await handle(store, code, changeStatus(code, status, comment));
  response.json({ success: true, message: `The PIN ${code} was changed.` });
});

const server = app.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
