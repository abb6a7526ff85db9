import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { adminEmail } from "../product/running-product.ts";
import type { Attacked } from "./attacked-product.ts";
import { type Attack, lengthAttacks, type Outcome, type Target } from "./smuggling-attacks.ts";
import { syntaxAttacks } from "./syntax-attacks.ts";
import { type Questions, Victim } from "./victims.ts";

/** A service as it is attacked: its requests by method, what is hidden in them, and what its victim asks. */
interface Attackable {
  paths: Record<string, string>;
  hidden: (it: Attacked, memberId: number) => string[];
  questions: (it: Attacked) => Questions;
}

const host = "Host: localhost\r\n";
/** The next request's first line becomes the value of this header, and its other headers the hidden request's own. */
const swallowing = (line: string) => `${line} HTTP/1.1\r\n${host}X-Ignore: `;
const whole = (line: string) => `${line} HTTP/1.1\r\n${host}\r\n`;
const registration = '{"email":"smuggled@example.com","password":"Parent-2026"}';
const all = (path: string) =>
  Object.fromEntries(["GET", "HEAD", "OPTIONS", "DELETE", "POST", "PUT"].map((method) => [method, path]));

export const attackable: Record<string, Attackable> = {
  "command-api": {
    paths: {
      GET: "/api/user/refresh",
      HEAD: "/api/user/refresh",
      OPTIONS: "/api/user/refresh",
      DELETE: "/api/admin/delete/1",
      POST: "/api/user/login",
      PUT: "/api/admin/update",
    },
    hidden: (_it, memberId) => [
      swallowing(`DELETE /api/admin/delete/${memberId}`),
      `POST /api/user/registration HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${registration.length}\r\n\r\n${registration}`,
    ],
    questions: () => (n) =>
      n % 2 === 0
        ? { method: "GET", path: "/api/user/refresh", status: 401, holds: "user_error" }
        : {
            method: "POST",
            path: "/api/admin/update-setting",
            body: `{"name":"numberDevices","value":4,"victim${n}":1}`,
            status: 400,
            holds: `victim${n}`,
          },
  },
  "query-api": {
    paths: { GET: "/api/settings", HEAD: "/api/settings", OPTIONS: "/api/settings" },
    hidden: () => [swallowing("GET /api/admin/admins"), whole("GET /api/docs")],
    questions: (it) => (n) =>
      n % 2 === 0
        ? { method: "GET", path: `/api/admin/profile/${it.adminId}`, status: 200, holds: adminEmail }
        : { method: "GET", path: `/api/admin/table/pins?query=V${n}`, status: 200, holds: '"count":0' },
  },
  mailbox: {
    paths: all("/mailbox/mailbox.js"),
    hidden: () => [swallowing("GET /mailbox/nothing"), whole("GET /mailbox/nothing")],
    questions: () => (n) =>
      n % 2 === 0
        ? { method: "GET", path: "/mailbox/mailbox.css", status: 200, holds: "--midnight" }
        : { method: "GET", path: "/mailbox/api/messages", status: 200, holds: "[" },
  },
  player: {
    paths: all("/player/"),
    hidden: () => [swallowing("GET /player/player.js"), whole("GET /player/player.js")],
    questions: () => (n) =>
      n % 2 === 0
        ? { method: "GET", path: "/player/", status: 200, holds: "<!doctype html>" }
        : { method: "GET", path: `/player/none-${n}`, status: 404, holds: "Not found" },
  },
};

/** Where the requests to a service are sent; every service under its name. */
export type Addresses = (it: Attacked) => Record<string, string>;

const last = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

/** Every attack on every service by every method, beside a victim that asks the same service. */
export function smugglingSuite(it: Attacked, addresses: Addresses): void {
  let memberId = 0;
  let before = "";
  beforeAll(async () => {
    const made = await it.api.call("POST", "/api/admin/registration", {
      token: it.admin,
      body: { email: "member@ornament.test", password: "Member-2026", role: "MEMBER" },
    });
    expect(made.status).toBe(200);
    memberId = made.body.id;
    before = await it.log.head();
  });

  /** What is hidden takes turns, so that each method brings each with some attack of a family. */
  let turn = 0;
  const targetsOf = (service: string): Target[] =>
    Object.entries(attackable[service]?.paths ?? {}).map(([method, path], n) => {
      const hidden = attackable[service]?.hidden(it, memberId) ?? [];
      return { method, path, hidden: hidden[(n + turn) % hidden.length] ?? "" };
    });
  const victims = new Map<string, Victim>();
  afterAll(() => {
    for (const victim of victims.values()) victim.close();
  });

  describe.each([
    ["where a body ends", lengthAttacks],
    ["how it is written", syntaxAttacks],
  ])("%s", (_family, attacks) => {
    test.each(attacks.map((attack) => [attack.name, attack] as const))("%s", async (_name, attack) => {
      turn += 1;
      await Promise.all(
        Object.entries(addresses(it)).map(async ([service, url]) => {
          const victim =
            victims.get(service) ?? new Victim(url, it.admin, attackable[service]?.questions(it) ?? never);
          victims.set(service, victim);
          const attacking = Promise.all(targetsOf(service).map((target) => attackBy(attack, target, url)));
          const results = await Promise.allSettled([victim.askWhile(attacking), attacking]);
          for (const result of results) if (result.status === "rejected") throw result.reason;
        }),
      );
      expect(await it.log.since(before)).toEqual([]);
    });
  });
}

const never: Questions = () => {
  throw new Error("A service that nobody asks");
};

const withoutBody = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

async function attackBy(attack: Attack, target: Target, url: string): Promise<void> {
  const received = await exchange(url, attack.bytes(target) + last);
  const outcome = attack.bare || !withoutBody.has(target.method) ? attack.outcome : "refused";
  const found = { ...target, statuses: statusesOf(received) };
  expect(found).toEqual({ ...target, statuses: statusesFor(outcome) });
  if (outcome === "refused" && target.method !== "HEAD")
    expect(received).toMatch(/"error":true,"code":"\w+","message":/);
}

export function statusesFor(outcome: Outcome): unknown[] {
  if (outcome === "refused") return [expect.stringMatching(/^(400|405|413|431)$/)];
  const own = expect.stringMatching(/^[2-4]\d\d$/);
  return outcome === "last" ? [own] : [own, "200"];
}

export const statusesOf = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)]
    .map(([, status]) => status)
    .filter((status) => status !== "100");

/** Sends bytes, more of them after the first answer, and answers all that comes until the other side closes. */
export function exchange(url: string, bytes: string, more?: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), "127.0.0.1");
    let received = "";
    let rest = more;
    socket.setTimeout(30_000, () =>
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
