import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import {
  type Addresses,
  attackable,
  deletionWithBody,
  lastRequest,
  registration,
  type ServiceName,
} from "./attackable-services.ts";
import type { Attacked } from "./attacked-product.ts";
import { connectionAttacks } from "./connection-attacks.ts";
import { type Attack, lengthAttacks, type Outcome, type Target } from "./smuggling-attacks.ts";
import { syntaxAttacks } from "./syntax-attacks.ts";

const attacks = [...lengthAttacks, ...syntaxAttacks, ...connectionAttacks];

/** Attacks each service while its victim sends requests. Throws the first failure of either. */
type WhileAsking = (work: (service: ServiceName, url: string) => Promise<unknown>) => Promise<void>;

/** A victim of each service, for the tests that follow. */
function victims(it: Attacked, addresses: Addresses): WhileAsking {
  const asking = new Map<ServiceName, () => Promise<void>>();
  const agents: Agent[] = [];
  afterAll(() => agents.forEach((agent) => void agent.destroy()));

  /** A caller with its own connection that repeats requests and must get exactly its own answers. */
  function victimOf(service: ServiceName, url: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    let asked = 0;
    return async () => {
      asked += 1;
      const { method, path, body = "", status, holds } = attackable[service].questions(it)(asked);
      const id = `victim-${String(asked).padStart(6, "0")}`;
      const type = body && { "content-type": "application/json", "content-length": body.length };
      const headers = { authorization: `Bearer ${it.admin}`, "x-correlation-id": id, ...(type || {}) };
      const sending = request(new URL(path, url), { method, agent, headers });
      sending.end(body);
      const [answer] = (await once(sending, "response")) as [IncomingMessage];
      const found = { status: answer.statusCode, id: answer.headers["x-correlation-id"] ?? id };
      const received = await text(answer);
      if (found.status !== status || found.id !== id || !received.includes(holds))
        throw new Error(`${method} ${path} ${id} got ${JSON.stringify(found)} ${received.slice(0, 2_000)}`);
    };
  }

  return async (work) => {
    const all = Object.entries(addresses()) as [ServiceName, string][];
    const ends = all.map(async ([service, url]) => {
      const ask = asking.get(service) ?? victimOf(service, url);
      asking.set(service, ask);
      let done = false;
      const working = work(service, url).finally(() => {
        done = true;
      });
      const asks = async () => {
        while (!done) await ask();
        for (let n = 0; n < 3; n += 1) await ask();
      };
      const results = await Promise.allSettled([asks(), working]);
      for (const result of results) if (result.status === "rejected") throw result.reason;
    });
    await Promise.all(ends);
  };
}

/**
 * Tests attacks on every service with every method, while a victim sends requests to the same service: all, or
 * one of each `oneOf`, for a layout whose parsers are those of a layout that all attacks run on.
 */
export function smugglingSuite(it: Attacked, addresses: Addresses, { oneOf = 1 } = {}): void {
  const whileAsking = victims(it, addresses);
  let memberId = 0;
  let before = "";
  beforeAll(async () => {
    const body = { email: `member-${randomUUID()}@ornament.test`, password: "Member-2026", role: "MEMBER" };
    const made = await it.api.call("POST", "/api/admin/registration", { token: it.admin, body });
    expect(made.status).toBe(200);
    memberId = made.body.id;
    before = await it.log.head();
  });

  /** The hidden requests alternate, so that each method carries each of them in some attack. */
  let turn = 0;
  const targetsOf = (service: ServiceName): Target[] =>
    attackable[service].requests.map(([method, path], n) => {
      const hidden = attackable[service].hidden(memberId);
      return { method, path, hidden: hidden[(n + turn) % hidden.length] ?? "" };
    });

  const some = attacks.filter((_attack, n) => n % oneOf === 0);
  test.each(some.map((attack) => [attack.name, attack] as const))(
    "smuggling by %s reaches no service and no victim",
    async (_name, attack) => {
      turn += 1;
      await whileAsking((service, url) =>
        Promise.all(targetsOf(service).map((target) => attackBy(attack, target, service, url))),
      );
    },
  );

  test("no smuggled request has written an event", async () => {
    expect(await it.log.since(before)).toEqual([]);
  });
}

const takesBody = ({ method, path }: Target) =>
  method === "POST" || method === "PUT" || path === deletionWithBody;

async function attackBy(attack: Attack, target: Target, service: ServiceName, url: string): Promise<void> {
  const [first, ...more] = [attack.bytes(target)].flat();
  const last = lastRequest(service);
  const received = await (more.length === 0
    ? exchange(url, `${first}${last}`)
    : exchange(url, `${first}`, `${more}${last}`));
  const outcome = attack.bare || takesBody(target) ? attack.outcome : "refused";
  const statuses = statusesOf(received);
  const right = isRight(statuses, outcome, attackable[service].last.status);
  expect({ service, ...target, outcome, statuses, right }).toMatchObject({ right: true });
  if (outcome === "refused" && target.method !== "HEAD")
    expect(received).toMatch(/"error":true,"code":"\w+","message":/);
}

function isRight(statuses: number[], outcome: Outcome, last: number): boolean {
  const [own = 0, next, ...others] = statuses;
  if (own >= 500 || others.length > 0) return false;
  if (outcome === "answered") return next === last;
  return next === undefined && (outcome === "last" ? own > 0 : [400, 405, 413, 431].includes(own));
}

/** Sends bytes, and `more` after the first answer. Returns what is received until the other side closes. */
function exchange(url: string, bytes: string, more?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let received = "";
    let rest = more;
    socket.setTimeout(60_000, () =>
      socket.destroy(new Error(`Not closed after ${JSON.stringify(received)}`)),
    );
    socket.on("data", (piece: Buffer) => {
      received += piece.toString("latin1");
      if (rest === undefined || !received.includes("\r\n\r\n")) return;
      socket.write(Buffer.from(rest, "latin1"));
      rest = undefined;
    });
    socket.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(received) : reject(error),
    );
    socket.once("close", () => resolve(received));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

/** The statuses of the answers in order, without the 1xx ones. */
const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);

const asked = (method: string, path: string, lines = "") =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`;

/** Tests several requests on one connection, and connections that end in the middle, while victims send requests. */
export function pipeliningSuite(it: Attacked, addresses: Addresses): void {
  const whileAsking = victims(it, addresses);
  let before = "";
  beforeAll(async () => {
    before = await it.log.head();
  });

  test.each<[string, (path: string) => string, number[] | undefined]>([
    [
      "several requests in one write are answered in order, each once",
      (path) => asked("GET", path) + asked("HEAD", path) + asked("GET", path, "Connection: keep-alive\r\n"),
      undefined,
    ],
    ["after an unexpected body", () => asked("GET", "/", "Content-Length: 5\r\n"), [400]],
    ["after a header named in Connection", () => asked("GET", "/", "Connection: content-length\r\n"), [400]],
    ["after two lengths", () => asked("POST", "/", "Content-Length: 1\r\nContent-Length: 2\r\n"), [400]],
    ["after bytes that are not HTTP", () => "\0\r\n\r\n", [400]],
    ["after the wish for a tunnel", () => asked("CONNECT", "localhost:80"), [400, 405]],
  ])("requests on one connection: %s no further request is executed", async (_name, bytes, refused) => {
    await whileAsking(async (service, url) => {
      const { path, status } = attackable[service].last;
      const sent = refused ? asked("GET", path) + bytes(path) + registration : bytes(path);
      const statuses = statusesOf(await exchange(url, sent + lastRequest(service) + registration));
      const last = refused?.find((one) => one === statuses[1]) ?? 400;
      expect({ service, statuses }).toEqual({
        service,
        statuses: refused ? [status, last] : [status, status, status, status],
      });
    });
    expect(await it.log.since(before)).toEqual([]);
  });

  test("callers who disconnect in the middle of a body disturb no other connection", async () => {
    const leave = (service: ServiceName, url: string) =>
      new Promise<void>((resolve) => {
        const [, path = "/api/user/login"] =
          attackable[service].requests.find(([method]) => method === "POST") ?? [];
        const socket = connect(Number(new URL(url).port), "127.0.0.1");
        const head = asked("POST", path, "Content-Type: application/json\r\nContent-Length: 1000\r\n");
        socket.on("error", () => undefined).once("close", () => resolve());
        socket.write(`${head}{"email":"${registration}`, () => socket.destroy());
      });
    await whileAsking((service, url) => Promise.all(Array.from({ length: 20 }, () => leave(service, url))));
    expect(await it.log.since(before)).toEqual([]);
  });
}
