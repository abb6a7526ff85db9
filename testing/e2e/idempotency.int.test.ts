import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { mailTo, newParent, parentPassword } from "@ornament/testing/people/parents";
import { type Replica, startReplica } from "@ornament/testing/product/replica";
import { adminEmail } from "@ornament/testing/product/running-product";
import { type Command, commands, importFreshPins } from "./idempotency/commands.ts";
import { attackedProduct } from "./security/attacked-product.ts";

// A command that is sent several times with one key takes effect once, and every answer is the same; and of commands at
// the same time as many succeed as may. The tests count the stored events. See docs/decisions/0005-idempotent-commands.md.
const it = attackedProduct();
let replica: Replica;
/** A caller of the product's gateway, and a caller of the second command-api. */
let clients: [ApiClient, ApiClient];

beforeAll(async () => {
  replica = await startReplica(it.product);
  clients = [it.api, new ApiClient(replica.url)];
  await importFreshPins(it);
});
afterAll(() => replica?.stop());

const statusAndBody = ({ status, body }: Answer) => JSON.stringify({ status, body });
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type).toSorted();

/** Repeats a command with its key while the answer is a conflict, as a browser does. */
async function settled(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send();
    if (answer.body.code !== "conflict" || tries === 20) return answer;
  }
}

async function expectOnce(command: Command, before: string, answers: Answer[]): Promise<void> {
  expect([...new Set(answers.map(statusAndBody))]).toHaveLength(1);
  const [answer] = answers;
  if (!answer) throw new Error("Nothing was answered");
  expect(answer.status).toBe(200);
  const events = (await it.log.since(before)).filter((event) => command.isCounted(event, answer));
  expect(typesOf(events)).toEqual(command.events);
}

describe.each(Object.entries(commands))("%s", (name, prepare) => {
  test(`${name}, sent 20 times at the same time to two replicas while its stream has conflicts, takes effect once and has one answer; another body with that key is 422`, async () => {
    const command = await prepare(it);
    const before = await it.log.head();
    const key = randomUUID();
    const waiting = Promise.all(
      Array.from({ length: 20 }, (_, n) => settled(() => command.send(clients[n % 2 ? 1 : 0], key))),
    );
    for (let n = 0; n < 30; n += 1) await command.causeConflict(it.log);
    const answers = await waiting;
    for (let other = 0; other < command.otherBodies; other += 1)
      expect(await command.send(clients[0], key, other)).toMatchObject({
        status: 422,
        body: { error: true, code: "idempotency_key_reused" },
      });
    answers.push(await command.send(clients[0], key));
    // An answer's version is that of the account when it was read, and the conflicts change it.
    for (const { body } of answers) delete body.user?.version;
    await expectOnce(command, before, answers);
  });
});

test("the repeated commands have caused conflicts in the event store", async () => {
  const metrics = await Promise.all(
    [it.url, replica.url].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const counts = metrics.join("\n").matchAll(/^eventstore_conflicts_total\{[^}]*\} (\d+)$/gm);
  expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0);
});

test("of 50 bindings of new devices at the same time at limit 5 exactly 5 succeed, and the event store holds 5", async () => {
  await it.api.importPins(it.admin, "RACE-001\n");
  const { id, email, token } = await newParent(it.api, it.url, "race@example.com");
  const pin = [{ pin: "RACE-001" }];
  await it.api.call("PUT", "/api/user/activate-pin", { token, body: { userId: id, email, pin } });
  const pinId = pinIdOf(parsePinCode("RACE-001") ?? "");
  const before = await it.log.head();
  const bind = (n: number) =>
    clients[n % 2 ? 1 : 0].call("POST", "/api/user/device-pin", {
      token,
      body: { pinId, device: `Browser ${n}` },
    });
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      let answer = await bind(n);
      while (answer.body.code === "conflict") answer = await bind(n);
      return answer;
    }),
  );
  const bound = answers.filter(({ status }) => status === 200);
  expect(new Set(bound.map(({ body }) => body.device.id)).size).toBe(5);
  expect(bound).toHaveLength(5);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(["409 device_limit_reached"]),
  );
  const types = (await it.log.since(before)).map(({ type }) => type);
  expect(types.filter((type) => type === "DeviceBound")).toHaveLength(5);
});

test("50 registrations of one email address at the same time, in different spellings, make one account", async () => {
  const before = await it.log.head();
  const spellings = ["crowd@example.com", "CROWD@example.com", "  Crowd@Example.Com "];
  // On a slow machine some are refused as busy at first, because each registration hashes a password.
  const register = async (email: string | undefined, n: number) => {
    for (;;) {
      const answer = await clients[n % 2 ? 1 : 0].call("POST", "/api/user/registration", {
        body: { email, password: parentPassword },
      });
      if (answer.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => register(spellings[n % 3], n)));
  expect([...new Set(answers.map(({ status, body }) => JSON.stringify({ status, body })))]).toHaveLength(1);
  const types = (await it.log.since(before)).map(({ type }) => type);
  expect(types.filter((type) => type === "ConsumerRegistered")).toHaveLength(1);
  expect(types.filter((type) => type === "EmailClaimed")).toHaveLength(1);
  expect((await mailTo(it.url, "crowd@example.com")).subject).toMatch(/confirm/);
});

// The last test, because the first IT Admin is none after it.
test("of the last two IT Admins who delete each other at the same time one stays", async () => {
  // The first IT Admin becomes Customer support, so that these two are the last.
  const newAdmin = async (email: string) => {
    const body = { email, password: "Another-2026", role: "ADMIN" };
    const created = await it.api.call("POST", "/api/admin/registration", { token: it.admin, body });
    return { id: Number(created.body.id), token: await it.api.signInAdmin(email, body.password) };
  };
  const two = [await newAdmin("one@ornament.test"), await newAdmin("two@ornament.test")];
  const body = { id: it.adminId, email: adminEmail, role: "MEMBER" };
  const changed = await it.api.call("PUT", "/api/admin/update-profile", { token: two[0]?.token, body });
  expect(changed.status).toBe(200);
  const before = await it.log.head();
  const answers = await Promise.all(
    two.map(({ token }, n) =>
      clients[n % 2 ? 1 : 0].call("DELETE", `/api/admin/delete/${two[1 - n]?.id}`, { token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([401, 409]).toContain(answers.find(({ status }) => status !== 200)?.status);
  const deleted = (await it.log.since(before)).filter(({ type }) => type === "AdminAccountDeleted");
  expect(deleted).toHaveLength(1);
});
