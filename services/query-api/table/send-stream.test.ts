import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Response } from "express";
import { attachment, inChunks, jsonArray, sendCsv, sendJson, sendStream } from "./send-stream.ts";

let server: Server;
let answer: (response: Response) => Promise<void>;
let outcome: Promise<string>;
let url: string;

/** The methods of Express's answers that this code uses. */
const withSet = (response: object) =>
  Object.assign(response, {
    set(headers: Record<string, string>) {
      for (const [name, value] of Object.entries(headers)) (response as Response).setHeader(name, value);
    },
  }) as Response;

beforeEach(async () => {
  let settle: (how: string) => void = () => {};
  outcome = new Promise((resolve) => {
    settle = resolve;
  });
  server = createServer((_request, response) => {
    answer(withSet(response)).then(
      () => settle("answered"),
      (error: Error) => {
        settle(`${error.message}, headers ${response.headersSent ? "sent" : "not sent"}`);
        response.destroy();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

/** Numbers without an end; `closed` is settled when the source is closed. */
function endless() {
  let closed: () => void = () => {};
  const state = { given: 0, closed: new Promise<void>((resolve) => (closed = resolve)) };
  const items = (async function* () {
    try {
      for (;;) yield { n: state.given++, filling: "x".repeat(1000) };
    } finally {
      closed();
    }
  })();
  return { items, state };
}

const numbers = async function* (...given: number[]) {
  yield* given;
};

describe("a streamed answer", () => {
  test.each([[[]], [[1]], [[1, 2, 3]]])("a streamed answer contains the array %j", async (given) => {
    answer = (response) => sendJson(response, jsonArray(numbers(...given)));
    const got = await fetch(url);
    expect(got.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await got.json()).toEqual(given);
    expect(await outcome).toBe("answered");
  });

  test("a reader who takes nothing for a while is disconnected, and the source is ended", async () => {
    const { items, state } = endless();
    answer = (response) => sendStream(response, {}, inChunks(jsonArray(items)), 20);
    const paused = request(url, (response) => void response.pause());
    paused.on("error", () => undefined).end();
    await state.closed;
    expect(await outcome).toBe("answered");
  });

  test("a streamed answer reads its source at the speed of the caller, and ends it when the caller disconnects", async () => {
    const { items, state } = endless();
    answer = (response) => sendJson(response, jsonArray(items));
    const got = await fetch(url);
    let read = 0;
    for await (const bytes of got.body ?? []) {
      read += bytes.length;
      if (read > 5_000_000) break;
    }
    expect(state.given * 1_000).toBeLessThan(read + 20_000_000);
    await state.closed;
    expect(await outcome).toBe("answered");
  });

  test("a streamed answer does not start if the caller disconnects before the first row", async () => {
    const { items, state } = endless();
    answer = async (response) => {
      await new Promise((resolve) => response.once("close", resolve));
      await sendStream(response, { "X-Begun": "true" }, items);
    };
    const call = request(url).on("error", () => {});
    call.end();
    server.once("request", () => call.destroy());
    await state.closed;
    expect(await outcome).toBe("answered");
    expect(state.given).toBe(1);
  });

  test("a streamed answer that fails before the first row lets the caller send an error response", async () => {
    const failing = async function* () {
      yield* await Promise.reject<string[][][]>(new Error("no rows"));
    };
    answer = (response) => sendCsv(response, { name: "a.csv", rows: failing(), checkpoint: undefined });
    await expect(fetch(url)).rejects.toThrow();
    expect(await outcome).toBe("no rows, headers not sent");
  });

  test("a streamed answer that fails after the first row looks incomplete to the caller", async () => {
    const failing = async function* () {
      for (let n = 0; n < 5_000; n++) yield `${n}`;
      throw new Error("cut off");
    };
    answer = (response) => sendJson(response, jsonArray(failing()));
    const reading = fetch(url).then((got) => got.text());
    await expect(reading).rejects.toThrow();
    expect(await outcome).toBe("cut off, headers sent");
  });
});

test("the name of a download is sent in ASCII and in UTF-8", () => {
  expect(attachment("Actions log report _ o'hara+1@example.com _ 12-01-26.csv")).toBe(
    `attachment; filename="Actions log report _ o_hara+1@example.com _ 12-01-26.csv"; ` +
      "filename*=UTF-8''Actions%20log%20report%20_%20o%27hara%2B1%40example.com%20_%2012-01-26.csv",
  );
  expect(attachment('a"\r\nb.csv')).toMatch(/^attachment; filename="a___b\.csv"; /);
});
