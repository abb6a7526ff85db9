import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { expect, jest, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { startEventStore } from "../server.ts";
import { failure, numbered, openTestStore, temporaryFolder } from "../testing/test-store.ts";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const emptySettings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
/** A DATA frame belongs to a stream, but this frame is on stream 0. */
const misplacedData = Buffer.from([0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);

test("the server closes a connection that breaks the rules of HTTP/2, although the client keeps it open", async () => {
  const dataDir = await temporaryFolder();
  const server = await startEventStore({ dataDir, keepAliveMilliseconds: 20 });
  const socket = createConnection({ port: server.port, host: "127.0.0.1", allowHalfOpen: true });
  const received: Buffer[] = [];
  socket.on("data", (data: Buffer) => received.push(data));
  socket.write(Buffer.concat([preface, emptySettings, misplacedData]));
  await once(socket, "end");
  expect(Buffer.concat(received).toString("latin1")).toContain("DATA: stream_id == 0");
  socket.destroy();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("a bug in the event store refuses the call and is in the program log; the connection goes on", async () => {
  const store = await openTestStore();
  const { client, server } = store;
  const log = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const bug = new TypeError("x is not a function");
  const refusing = jest.spyOn(server.faults, "check").mockImplementation(() => {
    throw bug;
  });
  try {
    const calls = [
      () => client.appendToStream("a-1", numbered(1)),
      () => client.deleteStream("a-1"),
      () => listOf(client.readStream("a-1")),
    ];
    for (const [index, call] of calls.entries()) {
      expect(await failure(call())).toBeInstanceOf(Error);
      expect(log).toHaveBeenCalledTimes(index + 1);
      expect(log).toHaveBeenLastCalledWith(expect.stringContaining("The event store failed"), bug);
    }
    refusing.mockRestore();
    await client.appendToStream("a-1", numbered(1));
    expect(await listOf(client.readAll())).toHaveLength(1);
  } finally {
    log.mockRestore();
    await store.close();
  }
});
