import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { adminEmail } from "@ornament/testing/product/running-product";
import type { Attacked } from "./attacked-product.ts";
import { type Attack, attacks, filled, type Outcome, type Target } from "./smuggling-attacks.ts";

const host = "Host: localhost\r\n";
/** A hidden request that would take the next request's first line as a header's value, and its headers as its own. */
const swallowing = (line: string) => `${line} HTTP/1.1\r\n${host}X-Ignore: `;
const whole = (line: string, lines = "") => `${line} HTTP/1.1\r\n${host}${lines}\r\n`;

const form = '{"email":"smuggled@example.com","password":"Parent-2026"}';
/** A request that needs no token and would write an event. */
const registration =
  whole(
    "POST /api/user/registration",
    `Content-Type: application/json\r\nContent-Length: ${form.length}\r\n`,
  ) + form;

/** The only deletion that may have a body. */
const deletionWithBody = "/api/admin/remove-device/1";

type Question = readonly [method: string, path: string, status: number, holds: string, body?: string];

/** A service under attack. */
interface Attackable {
  /** Its requests, by method and path. */
  requests: (readonly [method: string, path: string])[];
  /** A request that ends a connection correctly, and its status. */
  last: { path: string; status: number };
  /** The hidden requests of attackers, which must never be read as requests. */
  hidden: (memberId: number) => string[];
  /** The n-th request of its victim, with the answer that it must get, whatever an attacker does. */
  question: (n: number, it: Attacked) => Question;
}

export type ServiceName = "command-api" | "query-api" | "mailbox" | "player";

const attackable: Record<ServiceName, Attackable> = {
  "command-api": {
    requests: [
      ["GET", "/api/user/refresh"],
      ["HEAD", "/api/user/refresh"],
      ["OPTIONS", "/api/user/refresh"],
      ["DELETE", "/api/admin/delete/1"],
      ["DELETE", deletionWithBody],
      ["POST", "/api/user/login"],
      ["PUT", "/api/admin/update"],
    ],
    last: { path: "/api/user/refresh", status: 401 },
    hidden: (memberId) => [swallowing(`DELETE /api/admin/delete/${memberId}`), registration],
    question: (n) =>
      n % 2 === 0
        ? ["GET", "/api/user/refresh", 401, "user_error"]
        : ["POST", "/api/admin/update-setting", 400, `victim${n}`, `{"name":"numberDevices","victim${n}":1}`],
  },
  "query-api": {
    requests: [
      ["GET", "/api/settings"],
      ["HEAD", "/api/settings"],
    ],
    last: { path: "/api/settings", status: 200 },
    hidden: () => [swallowing("GET /api/admin/admins"), whole("GET /api/openapi.json")],
    question: (n, { adminId }) =>
      n % 2 === 0
        ? ["GET", `/api/admin/profile/${adminId}`, 200, adminEmail]
        : ["GET", `/api/admin/table/pins?query=V${n}`, 200, '"count":0'],
  },
  mailbox: {
    requests: [
      ["GET", "/mailbox/mailbox.js"],
      ["POST", "/mailbox/mailbox.js"],
    ],
    last: { path: "/mailbox/mailbox.css", status: 200 },
    hidden: () => [swallowing("GET /mailbox/nothing"), whole("GET /mailbox/nothing")],
    question: (n) =>
      n % 2 === 0
        ? ["GET", "/mailbox/mailbox.css", 200, "--midnight"]
        : ["GET", "/mailbox/mailbox.js", 200, "setInterval"],
  },
  player: {
    requests: [
      ["GET", "/player/"],
      ["DELETE", "/player/"],
    ],
    last: { path: "/player/", status: 200 },
    hidden: () => [swallowing("GET /player/player.js"), whole("GET /player/player.js")],
    question: (n) =>
      n % 2 === 0
        ? ["GET", "/player/", 200, "<!doctype html>"]
        : ["GET", `/player/none-${n}`, 404, "Not found"],
  },
};

/** The URL for the requests to each service of a running product. */
type Addresses = () => Record<ServiceName, string>;

export const byTheGateway =
  (it: Attacked): Addresses =>
  () => ({ "command-api": it.url, "query-api": it.url, mailbox: it.url, player: it.url });

/** The request that ends a connection to a service correctly. */
const lastRequest = (service: ServiceName) =>
  whole(`GET ${attackable[service].last.path}`, "Connection: close\r\n");

/** A caller with its own connection that repeats requests and must get exactly its own answers. */
function victimOf(it: Attacked, service: ServiceName, url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const [method, path, status, holds, body = ""] = attackable[service].question(asked, it);
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
  return { ask, leave: () => agent.destroy() };
}

/**
 * Tests attacks on every service while a victim sends requests to the same service: all, or one of each `oneOf`, for a
 * layout whose parsers are those of a layout that all attacks run on.
 */
export function smugglingSuite(it: Attacked, addresses: Addresses, { oneOf = 1 } = {}): void {
  const victims = new Map<ServiceName, ReturnType<typeof victimOf>>();
  let memberId = 0;
  let before = "";
  beforeAll(async () => {
    const body = { email: `member-${randomUUID()}@ornament.test`, password: "Member-2026", role: "MEMBER" };
    const made = await it.api.call("POST", "/api/admin/registration", { token: it.admin, body });
    expect(made.status).toBe(200);
    memberId = made.body.id;
    before = await it.log.head();
  });
  afterAll(() => {
    for (const { leave } of victims.values()) leave();
  });

  /** Attacks each service while its victim sends requests. Throws the first failure of either. */
  async function whileAsking(work: (service: ServiceName, url: string) => Promise<unknown>): Promise<void> {
    const all = Object.entries(addresses()) as [ServiceName, string][];
    const ends = all.map(async ([service, url]) => {
      const victim = victims.get(service) ?? victimOf(it, service, url);
      victims.set(service, victim);
      let done = false;
      const working = work(service, url).finally(() => {
        done = true;
      });
      const asks = async () => {
        while (!done) await victim.ask();
        for (let n = 0; n < 3; n += 1) await victim.ask();
      };
      const results = await Promise.allSettled([asks(), working]);
      for (const result of results) if (result.status === "rejected") throw result.reason;
    });
    await Promise.all(ends);
  }

  /** The hidden requests alternate, so that each method carries each of them in some attack. */
  let turn = 0;
  const targetsOf = (service: ServiceName): Target[] =>
    attackable[service].requests.map(([method, path], n) => {
      const hidden = attackable[service].hidden(memberId);
      return { method, path, hidden: hidden[(n + turn) % hidden.length] ?? "" };
    });

  const some = attacks.filter((_attack, n) => n % oneOf === 0);
  test.each(some.map((attack) => [JSON.stringify(attack.parts).slice(0, 120), attack] as const))(
    "smuggling by %s reaches no service and no victim",
    async (_name, attack) => {
      turn += 1;
      await whileAsking((service, url) =>
        Promise.all(targetsOf(service).map((target) => attackBy(attack, target, service, url))),
      );
    },
  );

  if (oneOf === 1) {
    test.each([
      ["an unexpected body", whole("GET /", "Content-Length: 5\r\n"), [400]],
      ["bytes that are not HTTP", "\0\r\n\r\n", [400]],
      ["the wish for a tunnel", whole("CONNECT localhost:80"), [400, 405]],
    ])("on a connection with several requests none is executed after %s", async (_name, bytes, refused) => {
      await whileAsking(async (service, url) => {
        const { path, status } = attackable[service].last;
        const sent = whole(`GET ${path}`) + bytes + registration + lastRequest(service);
        const [first, second, ...others] = statusesOf(await exchange(url, sent));
        expect({ service, first, others }).toEqual({ service, first: status, others: [] });
        expect(refused).toContain(second);
      });
    });

    test("several requests in one write are answered in order, each once", async () => {
      await whileAsking(async (service, url) => {
        const { path, status } = attackable[service].last;
        const sent = whole(`GET ${path}`) + whole(`HEAD ${path}`) + lastRequest(service) + registration;
        expect([service, ...statusesOf(await exchange(url, sent))]).toEqual([
          service,
          status,
          status,
          status,
        ]);
      });
    });

    test("callers who disconnect in the middle of a body disturb no other connection", async () => {
      const start = whole(
        "POST /api/user/login",
        "Content-Type: application/json\r\nContent-Length: 1000\r\n",
      );
      const leave = (url: string) =>
        new Promise<void>((resolve) => {
          const socket = connect(Number(new URL(url).port), "127.0.0.1");
          socket.on("error", () => undefined).once("close", () => resolve());
          socket.write(`${start}{"email":"${registration}`, () => socket.destroy());
        });
      await whileAsking((_service, url) => Promise.all(Array.from({ length: 20 }, () => leave(url))));
    });
  }

  test("no smuggled request has written an event", async () => {
    expect(await it.log.since(before)).toEqual([]);
  });
}

const takesBody = ({ method, path }: Target) =>
  method === "POST" || method === "PUT" || path === deletionWithBody;

async function attackBy(attack: Attack, target: Target, service: ServiceName, url: string): Promise<void> {
  const [first = "", ...more] = attack.parts.map((part) => filled(part, target));
  const last = lastRequest(service);
  const received = await (more.length === 0
    ? exchange(url, `${first}${last}`)
    : exchange(url, first, `${more}${last}`));
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
