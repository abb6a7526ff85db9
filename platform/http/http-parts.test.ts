import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { ConfigError } from "../config/read-config.ts";
import { gate } from "../waiting/testing/gate.ts";
import { sessionCookie } from "./cookies.ts";
import { refuseCrossSite } from "./origin-check.ts";
import { bearerToken } from "./principal.ts";
import { startServer } from "./server.ts";

describe("the origin check", () => {
  const allowed = ["https://ornament.example"];
  const passes = (headers: Record<string, string>) => () =>
    refuseCrossSite({ host: "127.0.0.1:8080", ...headers }, allowed);

  test.each([
    {},
    { origin: "https://ornament.example", "sec-fetch-site": "same-origin" },
    { origin: "http://127.0.0.1:8080" },
    { "sec-fetch-site": "none" },
    { origin: "https://ornament.example", "sec-fetch-site": "same-site" },
  ])("the origin check lets the headers %j pass", (headers) => {
    expect(passes(headers)).not.toThrow();
  });

  test.each([
    { origin: "null" },
    { origin: "https://evil.example" },
    { origin: "https://ornament.example.evil.example" },
    { origin: "http://127.0.0.1:8081" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://ornament.example", "sec-fetch-site": "cross-site" },
  ])("the origin check refuses the headers %j", (headers) => {
    expect(passes(headers)).toThrow(Refusal);
  });
});

test("a session cookie is SameSite=Strict, and under TLS it is Secure and has a prefix", () => {
  const plain = sessionCookie({ name: "userRefresh", path: "/api/user", secure: false, maxAgeSeconds: 60 });
  expect(plain).toEqual({
    name: "userRefresh",
    options: { httpOnly: true, sameSite: "strict", secure: false, path: "/api/user", maxAge: 60_000 },
  });
  expect(sessionCookie({ name: "userRefresh", path: "/", secure: true }).name).toBe("__Host-userRefresh");
  expect(sessionCookie({ name: "userRefresh", path: "/api", secure: true })).toMatchObject({
    name: "__Secure-userRefresh",
    options: { secure: true },
  });
});

test.each([
  ["Bearer abc.d-e_f", "abc.d-e_f"],
  ["bearer x", "x"],
  ["Basic x", undefined],
  ["Bearer", undefined],
  ["Bearer a b", undefined],
  [undefined, undefined],
])("the bearer token of %j is %j", (header, token) => {
  expect(bearerToken(header)).toBe(token);
});

describe("a server", () => {
  test("starting a server on a taken port throws a ConfigError that names the reason", async () => {
    const first = await startServer(() => undefined, { port: 0 });
    const second = startServer(() => undefined, { port: first.port });
    await expect(second).rejects.toThrow(ConfigError);
    await expect(second).rejects.toThrow("taken");
    await first.stop();
  });

  test("a server stops although a connection is kept alive, and finishes running requests", async () => {
    let finish: () => void = () => undefined;
    const { open: arrived, opened: running } = gate();
    const server = await startServer(
      (request, response) => {
        finish = () => response.end("done");
        if (request.url === "/slow") arrived();
        else response.end("ok");
      },
      { port: 0 },
    );
    const idle = connect(server.port, "127.0.0.1");
    idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(idle, "data");
    const slow = fetch(`${server.url}/slow`);
    await running;
    const stopped = server.stop();
    await once(idle, "close");
    finish();
    expect(await (await slow).text()).toBe("done");
    await stopped;
    await expect(fetch(server.url)).rejects.toThrow();
    await server.stop();
  });
});
