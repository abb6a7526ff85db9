import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type RunningServer, startServer } from "./server.ts";

let server: RunningServer;
let socket: Socket;
let received: string;

/** Connects to a server with this listener. */
async function connectTo(listener: RequestListener): Promise<void> {
  server = await startServer(listener, { port: 0 });
  received = "";
  socket = connect(server.port, "127.0.0.1");
  socket.on("data", (piece) => {
    received += piece.toString("latin1");
  });
  socket.on("error", () => undefined);
}

afterEach(async () => {
  socket.destroy();
  server.server.closeAllConnections();
  await server.stop();
});

const statuses = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

async function untilAnswered(count: number): Promise<void> {
  while (statuses().length < count) await once(socket, "data");
}

const request = (lines = "", method = "GET") => `${method} / HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

describe("a request with an encoded body", () => {
  test.each(["gzip", "BR", "deflate", "zip", "gzip, gzip", "identity, gzip"])(
    "a body with Content-Encoding %s is refused before it is read, and its connection goes on",
    async (coding) => {
      const paths: (string | undefined)[] = [];
      await connectTo(({ method }, response) => {
        paths.push(method);
        response.end();
      });
      socket.write(request(`Content-Encoding: ${coding}\r\nTransfer-Encoding: chunked\r\n`, "POST"));
      await untilAnswered(1);
      expect(received).toMatch(/"code":"compressed_body"/);
      expect(received).toMatch(/^Accept-Encoding: identity\r$/m);
      socket.write(`5\r\nGET /\r\n0\r\n\r\n${request()}`);
      await untilAnswered(2);
      expect([statuses(), paths]).toEqual([[415, 200], ["GET"]]);
    },
  );

  test("a second Content-Encoding after identity is refused, too", async () => {
    await connectTo((_request, response) => void response.end());
    socket.write(
      request("Content-Encoding: identity\r\nContent-Encoding: br\r\nContent-Length: 1\r\n", "PUT"),
    );
    await untilAnswered(1);
    expect(statuses()).toEqual([415]);
  });

  test.each(["identity", "Identity", ""])(
    "a body with Content-Encoding '%s' is not encoded and passes",
    async (coding) => {
      await connectTo((_request, response) => void response.end());
      socket.write(`${request(`Content-Encoding: ${coding}\r\nContent-Length: 2\r\n`, "POST")}{}`);
      await untilAnswered(1);
      expect(statuses()).toEqual([200]);
    },
  );
});

describe("several requests in one write", () => {
  test("four requests in one write are answeredrepeatedly", async () => {
    await connectTo((_request, response) => void setImmediate(() => response.end()));
    for (let round = 1; round <= 20; round += 1) {
      socket.write(request().repeat(4));
      await untilAnswered(4 * round);
    }
    expect(new Set(statuses())).toEqual(new Set([200]));
  });

  test("the requests of a connection are begun one after another, and requests of other connections run in between", async () => {
    let begun = "";
    await connectTo(({ url }, response) => {
      begun += url;
      response.end();
    });
    const other = connect(server.port, "127.0.0.1");
    const paths = (text: string) => [...text].map((path) => request().replace("/", `/${path}`)).join("");
    socket.write(paths("a"));
    other.write(paths("b"));
    await Promise.all([untilAnswered(1), once(other, "data")]);
    begun = "";
    socket.write(paths("1234"));
    other.write(paths("5"));
    await Promise.all([untilAnswered(5), once(other, "data")]);
    expect(begun.replace("/5", "")).toBe("/1/2/3/4");
    expect(begun.indexOf("/5")).toBeLessThan(begun.indexOf("/4"));
    other.destroy();
  });

  test("a connection with 32 unanswered requests is closed, and only the first of them was begun", async () => {
    let begun = 0;
    await connectTo(() => {
      begun += 1;
    });
    socket.write(request().repeat(32));
    await once(socket, "close");
    expect(begun).toBe(1);
  });

  test.each([
    ["names no host", "GET / HTTP/1.1\r\n\r\n"],
    ["has an unknown expectation", request("Expect: bananas\r\n")],
  ])(
    "requests after a request that %s are dropped while an earlier one runs, and end the connection",
    async (_name, refused) => {
      let begun = 0;
      await connectTo(() => {
        begun += 1;
      });
      socket.write(request() + refused.repeat(1_000));
      await once(socket, "close");
      expect([begun, statuses()]).toEqual([1, []]);
    },
  );
});
