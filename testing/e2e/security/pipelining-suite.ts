import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  type Addresses,
  attackable,
  lastRequest,
  registration,
  type ServiceName,
} from "./attackable-services.ts";
import type { Attacked } from "./attacked-product.ts";
import { exchange, statusesOf } from "./raw-exchange.ts";
import { Victims } from "./victims.ts";

const request = (method: string, path: string, lines = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

/**
 * Tests several requests on one connection, and connections that end in the middle, while victims send
 * requests.
 */
export function pipeliningSuite(it: Attacked, addresses: Addresses): void {
  const victims = new Victims(it, addresses);
  let before = "";
  beforeAll(async () => {
    before = await it.log.head();
  });
  afterAll(() => victims.close());

  describe("several requests in one write", () => {
    test("several requests in one write are answered in order, each once", async () => {
      await victims.whileAsking(async (service, url) => {
        const { path, status } = attackable[service].last;
        const bytes = [
          request("GET", path),
          request("HEAD", path),
          request("GET", path, "Connection: keep-alive\r\n"),
          lastRequest(service),
        ];
        const received = await exchange(url, bytes.join(""));
        const found = { service, statuses: statusesOf(received) };
        expect(found).toEqual({ service, statuses: [status, status, status, status] });
      });
    });

    test.each([
      ["with an unexpected body", request("GET", "/", "Content-Length: 5\r\n")],
      ["that names a header in Connection", request("GET", "/", "Connection: content-length\r\n")],
      ["with two lengths", request("POST", "/", "Content-Length: 1\r\nContent-Length: 2\r\n")],
      ["that is not HTTP", "\0\r\n\r\n"],
      ["that asks for a tunnel", request("CONNECT", "localhost:80")],
    ])(
      "after a request %s no further request on its connection is executed, and the earlier ones are answered",
      async (_name, bad) => {
        await victims.whileAsking(async (service, url) => {
          const { path, status } = attackable[service].last;
          const received = await exchange(
            url,
            request("GET", path) + bad + registration + lastRequest(service),
          );
          const statuses = statusesOf(received);
          const found = { service, statuses };
          expect(found).toEqual({ service, statuses: [status, statuses[1] === 405 ? 405 : 400] });
        });
        expect(await it.log.since(before)).toEqual([]);
      },
    );

    test("no request after Connection: close is executed", async () => {
      await victims.whileAsking(async (service, url) => {
        const received = await exchange(url, lastRequest(service) + registration);
        const found = { service, statuses: statusesOf(received) };
        expect(found).toEqual({ service, statuses: [attackable[service].last.status] });
      });
      expect(await it.log.since(before)).toEqual([]);
    });
  });

  test("callers who disconnect in the middle of a body disturb no other connection", async () => {
    const leave = (service: ServiceName, url: string) =>
      new Promise<void>((resolve) => {
        const [, path = "/api/user/login"] =
          attackable[service].requests.find(([method]) => method === "POST") ?? [];
        const socket = connect(Number(new URL(url).port), "127.0.0.1");
        const head = request("POST", path, "Content-Type: application/json\r\nContent-Length: 1000\r\n");
        socket.on("error", () => undefined).once("close", () => resolve());
        socket.write(`${head}{"email":"${registration}`, () => socket.destroy());
      });
    await victims.whileAsking((service, url) =>
      Promise.all(Array.from({ length: 20 }, () => leave(service, url))),
    );
    expect(await it.log.since(before)).toEqual([]);
  });
}
