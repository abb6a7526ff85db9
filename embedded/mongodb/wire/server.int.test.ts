import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Logger } from "@ornament/platform/logging/logger";
import { deserialize, serialize } from "bson";
import Database from "libsql";
import { MongoClient } from "mongodb";
import type { Interception } from "../commands/dispatch.ts";
import { startMongo } from "../server.ts";
import { SqlDatabase } from "../store/sql-database.ts";
import { openStore, refusal, type TestStore } from "../testing/store.ts";

let store: TestStore;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

function message(opcode: number, ...parts: Uint8Array[]): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(16 + parts.reduce((sum, part) => sum + part.length, 0), 0);
  header.writeInt32LE(7, 4);
  header.writeInt32LE(opcode, 12);
  return Buffer.concat([header, ...parts]);
}

const flags = (bits: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(bits);
  return bytes;
};

const msg = (body: object, bits = 0) => message(2013, flags(bits), Buffer.from([0]), serialize(body));

const ping = { ping: 1, $db: "admin" };

async function open(): Promise<Socket> {
  const socket = connect(store.socket);
  await once(socket, "connect");
  return socket;
}

/** The body of the next answer. */
async function answer(socket: Socket): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for (;;) {
    const [chunk] = await once(socket, "data");
    chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    if (bytes.length >= 16 && bytes.length >= bytes.readInt32LE(0)) {
      return deserialize(bytes.subarray(bytes.readInt32LE(12) === 1 ? 36 : 21, bytes.readInt32LE(0)));
    }
  }
}

describe("the wire protocol", () => {
  test("the first hello may be a legacy OP_QUERY", async () => {
    const socket = await open();
    const query = [flags(0), Buffer.from("admin.$cmd\0"), Buffer.alloc(4), flags(0xffffffff)];
    socket.write(message(2004, ...query, serialize({ isMaster: 1, helloOk: true })));
    const reply = await answer(socket);
    expect(reply).toMatchObject({ ismaster: true, helloOk: true, maxWireVersion: 25 });
    expect(reply.setName).toBeUndefined();
    socket.destroy();
  });

  test("a message may arrive in pieces, and several messages in one piece", async () => {
    const socket = await open();
    const bytes = msg(ping);
    for (const byte of bytes.subarray(0, 20)) socket.write(Buffer.from([byte]));
    socket.write(bytes.subarray(20));
    expect((await answer(socket)).ok).toBe(1);
    const received: Buffer[] = [];
    socket.on("data", (chunk) => received.push(chunk));
    socket.write(Buffer.concat([msg(ping), msg(ping), msg(ping)]));
    while (Buffer.concat(received).length < 3 * 38) await once(socket, "data");
    expect(Buffer.concat(received)).toHaveLength(3 * 38);
    socket.destroy();
  });

  test("a message with the flag moreToCome gets no answer", async () => {
    const socket = await open();
    socket.write(msg(ping, 2));
    socket.write(msg({ hello: 1, $db: "admin" }));
    expect(await answer(socket)).toMatchObject({ isWritablePrimary: true });
    socket.destroy();
  });

  const truncated = msg(ping);
  truncated.writeInt32LE(500, 21);
  const malformed: [string, Buffer][] = [
    ["a length below the header's", Buffer.from("0500000001000000000000dd07000000", "hex").fill(5, 0, 1)],
    ["a length above 48 MB", Buffer.from("ffffff7f010000000000000dd0700000", "hex")],
    ["an HTTP request", Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")],
    ["an unknown opcode", message(2012, Buffer.alloc(20))],
    ["a checksum", msg(ping, 1)],
    ["an unknown required flag", msg(ping, 8)],
    ["no body", message(2013, flags(0))],
    ["an unknown section", message(2013, flags(0), Buffer.from([9]), serialize(ping))],
    ["a document longer than the message", truncated],
    ["a sequence that ends nowhere", message(2013, flags(0), Buffer.from([1, 99, 0, 0, 0, 97]))],
    ["a query for data", message(2004, flags(0), Buffer.from("a.b\0"), Buffer.alloc(8), serialize({}))],
  ];

  test.each(malformed)("a message with %s ends only its connection", async (_what, bytes) => {
    const socket = await open();
    socket.on("error", () => undefined);
    socket.write(bytes);
    await once(socket, "close");
    expect(await store.client.db("admin").command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  test("a taken port is an error", async () => {
    const first = await startMongo();
    await expect(startMongo({ port: first.port })).rejects.toThrow("EADDRINUSE");
    await first.stop();
  });

  test("an answer larger than the socket's buffer arrives whole", async () => {
    const things = store.collection();
    const text = "x".repeat(1024 * 1024);
    await things.insertMany(Array.from({ length: 40 }, (_, _id) => ({ _id, text })));
    const found = await things.find().toArray();
    expect(found.map((each) => [each._id, each.text.length])).toEqual(
      Array.from({ length: 40 }, (_, i) => [i, text.length]),
    );
  });
});

describe("every command", () => {
  const admin = () => store.client.db("admin");

  test("hello names the limits of MongoDB 8", async () => {
    expect(await admin().command({ hello: 1 })).toMatchObject({
      isWritablePrimary: true,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      logicalSessionTimeoutMinutes: 30,
      maxWireVersion: 25,
    });
  });

  test.each(["nope", "count", "distinct", "findAndModify", "listIndexes", "renameCollection"])(
    "the command %s, which the product does not use, is not found",
    async (name) => {
      expect(await refusal(admin().command({ [name]: 1 }))).toMatchObject({
        code: 59,
        codeName: "CommandNotFound",
        errmsg: `no such command: '${name}'`,
      });
    },
  );

  test("a command with a value of an unsupported type is refused, and the connection stays usable", async () => {
    const socket = await open();
    socket.write(msg({ find: "a", filter: { a: /x/ }, $db: "test" }));
    expect(await answer(socket)).toMatchObject({ code: 238, codeName: "NotImplemented" });
    socket.write(msg(ping));
    expect((await answer(socket)).ok).toBe(1);
    socket.destroy();
  });

  const refused: [object, object][] = [
    [
      { ping: 1, extra: 1 },
      { code: 238, errmsg: "uses of 'extra' in 'ping' are not implemented" },
    ],
    [{ ping: 1, txnNumber: 1 }, { code: 238 }],
    [
      { ping: 1, writeConcern: { w: 3 } },
      { code: 2, codeName: "BadValue" },
    ],
    [
      { ping: 1, readConcern: { level: "snapshot" } },
      { code: 123, codeName: "NotAReplicaSet" },
    ],
    [{ find: 1 }, { code: 14, codeName: "TypeMismatch" }],
    [
      { find: "a", filter: 1 },
      { code: 14, errmsg: expect.stringContaining("'find.filter' is the wrong type: 1") },
    ],
    [
      { find: "a", limit: -1 },
      { code: 51024, errmsg: expect.stringContaining("'limit' value must be >= 0") },
    ],
    [
      { insert: "a" },
      { code: 40414, errmsg: "BSON field 'insert.documents' is missing but a required field" },
    ],
    [{ find: "" }, { code: 73, codeName: "InvalidNamespace" }],
    [{ find: "a$b" }, { code: 73, codeName: "InvalidNamespace" }],
    [{ create: "system.x" }, { code: 73, codeName: "InvalidNamespace" }],
    [
      { aggregate: 1, pipeline: [], cursor: {} },
      { code: 14, codeName: "TypeMismatch" },
    ],
  ];

  test.each(refused)("the command %j is refused", async (command, error) => {
    expect(await refusal(admin().command(command))).toMatchObject(error);
  });

  test("writes with w 0, 1 and majority are done, and reads with majority see them", async () => {
    const things = store.collection();
    await things.insertOne({ _id: 1 }, { writeConcern: { w: "majority", j: true } });
    await things.insertOne({ _id: 2 }, { writeConcern: { w: 0 } });
    expect(await things.find({}, { readConcern: { level: "majority" } }).toArray()).toHaveLength(2);
  });

  test("a command that fails unexpectedly is answered with code 8 and logged, and a fault of the wire is logged", async () => {
    const lines: object[] = [];
    const logger = { error: (line: object) => lines.push(line) } as unknown as Logger;
    const interception: Interception = {
      around: () => {
        throw new Error("a bug");
      },
      outgoing: (reply) => (lines.length < 2 ? reply : { ...reply, cursor: { firstBatch: 5 } }),
      cuts: () => false,
    };
    const server = await startMongo({ logger }, interception);
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(msg(ping));
    expect(await answer(socket)).toMatchObject({ ok: 0, code: 8, errmsg: "a bug" });
    expect(lines).toMatchObject([{ command: "ping", err: { message: "a bug" } }]);
    socket.write(msg(ping));
    await once(socket, "close");
    expect(lines).toMatchObject([{}, { command: "ping" }, { err: { name: "TypeError" } }]);
    await server.stop();
  });

  test("on a full disk writes are refused with the real server's code, reads go on, and later writes succeed", async () => {
    const database = new SqlDatabase(new Database(":memory:"));
    const lines: object[] = [];
    const logger = { error: (line: object) => lines.push(line) } as unknown as Logger;
    const server = await startMongo({ database, logger });
    const client = new MongoClient(server.url);
    const things = client.db("full").collection<{ _id: number; text?: string }>("things");
    await things.insertOne({ _id: 1 });
    database.rows("PRAGMA max_page_count = 20");
    const large = () =>
      things.insertMany(Array.from({ length: 9 }, (_, n) => ({ _id: 10 + n, text: "x".repeat(9_000) })));
    expect(await refusal(large())).toMatchObject({
      code: 14031,
      message: "The disk of the document store is full. Nothing was written",
    });
    expect(await things.countDocuments()).toBe(1);
    database.rows("PRAGMA max_page_count = 100000");
    await large();
    expect(await things.countDocuments()).toBe(10);
    expect(lines).toEqual([]);
    await client.close();
    await server.stop();
  });
});
