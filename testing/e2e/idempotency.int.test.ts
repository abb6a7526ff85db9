import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { EventLog } from "@ornament/testing/product/event-log";
import { type Replica, startReplica } from "@ornament/testing/product/replica";
import {
  adminEmail,
  adminPassword,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { type Command, commands, importFreshPins, type Setup } from "./idempotency/commands.ts";

// A command that is sent several times with one key takes effect once, and every answer is the same. The
// tests count the stored events. See docs/decisions/0005-idempotent-commands.md.
let product: RunningProduct;
let replica: Replica;
let log: EventLog;
let setup: Setup;
/** A caller of the product's gateway, and a caller of the second command-api. */
let clients: [ApiClient, ApiClient];

beforeAll(async () => {
  product = await startProduct();
  log = new EventLog(product);
  replica = await startReplica(product);
  const api = new ApiClient(product.url);
  clients = [api, new ApiClient(replica.url)];
  const { body } = await api.call("POST", "/api/admin/login", {
    body: { email: adminEmail, password: adminPassword },
  });
  setup = { api, url: product.url, admin: body.accessToken, adminId: body.admin.id };
  await importFreshPins(setup);
});

afterAll(async () => {
  await replica?.stop();
  await log?.close();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

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
  const events = (await log.since(before)).filter((event) => command.isCounted(event, answer));
  expect(typesOf(events)).toEqual(command.events);
}

describe.each(Object.entries(commands))("%s", (name, prepare) => {
  test(`${name}, sent 3 times one after another with one key, takes effect once and has one answer; another body with that key is 422`, async () => {
    const command = await prepare(setup);
    const before = await log.head();
    const key = randomUUID();
    const answers = [await command.send(clients[0], key), await command.send(clients[1], key)];
    for (let other = 0; other < command.otherBodies; other += 1)
      expect(await command.send(clients[0], key, other)).toMatchObject({
        status: 422,
        body: { error: true, code: "idempotency_key_reused" },
      });
    answers.push(await command.send(clients[0], key));
    await expectOnce(command, before, answers);
  });

  test(`${name}, sent 20 times at the same time to two replicas while its stream has conflicts, takes effect once and has one answer`, async () => {
    const command = await prepare(setup);
    const before = await log.head();
    const key = randomUUID();
    const waiting = Promise.all(
      Array.from({ length: 20 }, (_, n) => settled(() => command.send(clients[n % 2 ? 1 : 0], key))),
    );
    for (let n = 0; n < 30; n += 1) await command.causeConflict(log);
    const answers = [...(await waiting), await command.send(clients[0], key)];
    // An answer's version is that of the account when it was read, and the conflicts change it.
    for (const { body } of answers) delete body.user?.version;
    await expectOnce(command, before, answers);
  });
});

test("the repeated commands have caused conflicts in the event store", async () => {
  const metrics = await Promise.all(
    [product.url, replica.url].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const counts = metrics.join("\n").matchAll(/^eventstore_conflicts_total\{[^}]*\} (\d+)$/gm);
  expect([...counts].reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0);
});
