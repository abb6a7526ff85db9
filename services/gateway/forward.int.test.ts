import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type RunningServer, startServer } from "@ornament/platform/http/server";
import express from "express";
import { forwardTo } from "./forward.ts";

/** The gateway in front of a service that answers with the bytes that a test chooses. */
let respond: (socket: Socket, received: string) => void;
let connections = 0;
const open = new Set<Socket>();
let gateway: RunningServer;
const service = createServer((socket) => {
  connections += 1;
  open.add(socket);
  socket.on("error", () => undefined);
  let received = "";
  socket.on("data", (piece) => {
    received += piece.toString("latin1");
    respond(socket, received);
    if (received.endsWith("\r\n\r\n")) received = "";
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const address = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  gateway = await startServer(express().use(forwardTo(address, {})), { port: 0 });
});

afterAll(async () => {
  await gateway.stop();
  service.close();
  for (const socket of open) socket.destroy();
});

const ask = async (path: string, init: RequestInit = {}) =>
  (await fetch(gateway.url + path, init)).text().catch(() => "cut off");
const answerWith = (body: string, more = "") =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}${more}`;
const pathOf = (received: string) => /^\w+ (\S+) /.exec(received)?.[1] ?? "";
const correctly = (socket: Socket, received: string) => {
  if (received.endsWith("\r\n\r\n")) socket.write(answerWith(pathOf(received)));
};

test("successive requests use the same connection to a service", async () => {
  respond = correctly;
  await ask("/first");
  const before = connections;
  for (const path of ["/a", "/b", "/c"]) expect(await ask(path)).toBe(path);
  expect(connections).toBe(before);
});

test.each<[string, string, string]>([
  ["more than its length", answerWith("/odd", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nhidden"), "/odd"],
  ["bytes that are not HTTP", answerWith("/odd", "nonsense\r\n\r\n"), "/odd"],
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy", "503"],
  [
    "both lengths",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "503",
  ],
  ["a switch of protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", "503"],
])("a connection on which a service sent %s is not used again", async (_name, bytes, shown) => {
  respond = (socket) => void socket.write(bytes);
  const found = await fetch(`${gateway.url}/odd`);
  const text = await found.text().catch(() => "");
  expect(found.status === 200 ? text : String(found.status)).toBe(shown);
  const before = connections;
  respond = correctly;
  for (const path of ["/a", "/b", "/c"]) expect(await ask(path)).toBe(path);
  expect(connections).toBe(before + 1);
});

describe("a service that closes a kept connection while a request is on its way", () => {
  /** Closes the connection of the first request to `/closed`. */
  const closingOnce = () => {
    let requests = 0;
    respond = (socket, received) => {
      if (!received.endsWith("\r\n\r\n")) return;
      if (pathOf(received) === "/closed" && ++requests === 1) socket.destroy();
      else socket.write(answerWith(pathOf(received)));
    };
    return () => requests;
  };

  test("gets a read once more, on another connection", async () => {
    const requests = closingOnce();
    await ask("/kept");
    expect(await ask("/closed")).toBe("/closed");
    expect(requests()).toBe(2);
  });

  test("doesn't get a command again, because it may have taken effect", async () => {
    const requests = closingOnce();
    await ask("/kept");
    const { status } = await fetch(`${gateway.url}/closed`, { method: "DELETE" });
    expect(status).toBe(503);
    expect(requests()).toBe(1);
  });
});

test("a connection on which an answer was cut off is not used again", async () => {
  respond = (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    setImmediate(() => socket.end());
  };
  expect(await ask("/half")).toBe("cut off");
  respond = correctly;
  for (const path of ["/a", "/b", "/c"]) expect(await ask(path)).toBe(path);
});

test("a connection on which the answer came before the body is not used again", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  respond = (socket, received) => {
    if (!received.startsWith("POST")) return correctly(socket, received);
    closed = once(socket, "close");
    socket.write(answerWith("early"));
  };
  const caller = connect(gateway.port, "127.0.0.1");
  caller.write("POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx");
  const [answer] = (await once(caller, "data")) as [Buffer];
  expect(answer.toString()).toContain("early");
  await closed;
  expect(await ask("/a")).toBe("/a");
  caller.destroy();
});

test("a forwarded request has one length, that of its body, and no hop-by-hop header of the caller", async () => {
  let received = "";
  respond = (socket, text) => {
    received = text;
    if (text.endsWith("hello") || text.endsWith("0\r\n\r\n")) socket.write(answerWith("ok"));
  };
  const send = async (lines: string, body: string) => {
    const caller = connect(gateway.port, "127.0.0.1");
    caller.write(`POST /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTE: trailers\r\n${lines}\r\n${body}`);
    await once(caller.resume(), "close");
    const head = received.slice(0, received.indexOf("\r\n\r\n")).toLowerCase().split("\r\n").slice(1);
    return head.filter((line) =>
      /^(content-length|transfer-encoding|te|trailer|expect|connection)/.test(line),
    );
  };
  expect(await send("Content-Length: 5\r\n", "hello")).toEqual([
    "connection: keep-alive",
    "content-length: 5",
  ]);
  const chunked = await send(
    "Transfer-Encoding: chunked\r\nTrailer: X\r\n",
    "5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
  );
  // undici names the length of a body that it has received completely by then.
  const framing = expect.stringMatching(/^(transfer-encoding: chunked|content-length: 5)$/);
  expect(chunked).toEqual(["connection: keep-alive", framing]);
  expect(received).not.toContain("a=b");
  expect(received).not.toContain("X: y");
});

describe("a service that is replaced", () => {
  const serverAt = async (port: number) => {
    const server = await startServer(
      express().use((request, response) => void response.json({ path: request.url })),
      { port },
    );
    return server;
  };

  test("requests with and without a body wait for a service that is being replaced, and get its answer", async () => {
    const former = await serverAt(0);
    const front = await startServer(express().use(forwardTo(new URL(former.url), {})), { port: 0 });
    const get = () => fetch(`${front.url}/a`);
    const post = () => fetch(`${front.url}/b`, { method: "POST", body: "text" });
    expect((await get()).status).toBe(200);
    await former.stop();
    const waiting = [get(), post()];
    const refused = connect(former.port, "127.0.0.1");
    await once(refused, "error");
    const next = await serverAt(former.port);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    await front.stop();
    await next.stop();
  });

  test("a service that stays away is unavailable, at first after a wait and then immediately", async () => {
    const former = await serverAt(0);
    const front = await startServer(express().use(forwardTo(new URL(former.url), {}, 300)), { port: 0 });
    await former.stop();
    const times: number[] = [];
    for (let call = 1; call <= 2; call += 1) {
      const began = performance.now();
      expect((await fetch(front.url)).status).toBe(503);
      times.push(performance.now() - began);
    }
    expect(times[0]).toBeGreaterThanOrEqual(300);
    expect(times[1]).toBeLessThan(times[0] ?? 0);
    await front.stop();
  });
});
