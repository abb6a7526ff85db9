import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { expect, test } from "@jest/globals";
import { startEventStore } from "../server.ts";
import { temporaryFolder } from "../testing/test-store.ts";

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
