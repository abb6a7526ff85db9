import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  type Addresses,
  attackable,
  deletionWithBody,
  lastRequest,
  type ServiceName,
} from "./attackable-services.ts";
import type { Attacked } from "./attacked-product.ts";
import { connectionAttacks } from "./connection-attacks.ts";
import { exchange, statusesOf } from "./raw-exchange.ts";
import { type Attack, lengthAttacks, type Outcome, type Target } from "./smuggling-attacks.ts";
import { syntaxAttacks } from "./syntax-attacks.ts";
import { Victims } from "./victims.ts";

/**
 * Tests attacks on every service with every method, while a victim sends requests to the same service: all, or
 * one of each `oneOf`, for a layout whose parsers are those of a layout that all attacks run on.
 */
export function smugglingSuite(it: Attacked, addresses: Addresses, { oneOf = 1 } = {}): void {
  const victims = new Victims(it, addresses);
  let memberId = 0;
  let before = "";
  beforeAll(async () => {
    const body = { email: `member-${randomUUID()}@ornament.test`, password: "Member-2026", role: "MEMBER" };
    const made = await it.api.call("POST", "/api/admin/registration", { token: it.admin, body });
    expect(made.status).toBe(200);
    memberId = made.body.id;
    before = await it.log.head();
  });
  afterAll(() => victims.close());

  /** The hidden requests alternate, so that each method carries each of them in some attack. */
  let turn = 0;
  const targetsOf = (service: ServiceName): Target[] =>
    attackable[service].requests.map(([method, path], n) => {
      const hidden = attackable[service].hidden(memberId);
      return { method, path, hidden: hidden[(n + turn) % hidden.length] ?? "" };
    });

  describe.each([
    ["the end of a body", lengthAttacks],
    ["the syntax", syntaxAttacks],
    ["the connection", connectionAttacks],
  ])("smuggling by %s", (_family, attacks) => {
    const some = attacks.filter((_attack, n) => n % oneOf === 0);
    test.each(some.map((attack) => [attack.name, attack] as const))(
      "smuggling by %s reaches no service and no victim",
      async (_name, attack) => {
        turn += 1;
        await victims.whileAsking((service, url) =>
          Promise.all(targetsOf(service).map((target) => attackBy(attack, target, service, url))),
        );
      },
    );
  });

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
