import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Answer, ApiClient } from "./product/api-client.ts";
import { type Command, commands, importFreshPins, type Stage } from "./product/commands.ts";
import { EventLog } from "./product/event-log.ts";
import { newParent } from "./product/parents.ts";
import { type Replica, startReplica } from "./product/replica.ts";
import {
  adminEmail,
  adminPassword,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "./product/running-product.ts";

/**
 * The same command repeated with its key – one after another, side by side on two replicas, and through conflicts – acts
 * once and answers alike; with another body it is 422 (design §3). Counted in the log through the official client.
 */
let product: RunningProduct;
let replica: Replica;
let log: EventLog;
let stage: Stage;
/** By the gateway, and past it to the other replica. */
let ways: [ApiClient, ApiClient];

beforeAll(async () => {
  product = await startProduct();
  log = new EventLog(product);
  replica = await startReplica(product);
  const api = new ApiClient(product.url);
  ways = [api, new ApiClient(replica.url)];
  const { body } = await api.call("POST", "/api/admin/login", {
    body: { email: adminEmail, password: adminPassword },
  });
  stage = { api, url: product.url, admin: body.accessToken, adminId: body.admin.id };
  await importFreshPins(stage);
});

afterAll(async () => {
  await replica?.stop();
  await log?.close();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

const seen = ({ status, body }: Answer) => JSON.stringify({ status, body });
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type).toSorted();

/** As a client does that was told of a conflict: the same again, with its key. */
async function settled(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await send();
    if (answer.body.code !== "conflict" || tries === 20) return answer;
  }
}

async function conflicts(): Promise<number> {
  const metrics = await Promise.all(
    [product.url, replica.url].map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  const counts = metrics.join("\n").matchAll(/^eventstore_conflicts_total\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function expectOnce(command: Command, before: string, answers: Answer[]): Promise<void> {
  expect(new Set(answers.map(seen)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const [answer] = answers;
  const events = await log.since(before);
  const counted = events.filter((event) => !answer || (command.counts?.(event, answer) ?? true));
  expect(typesOf(counted)).toEqual(command.events);
}

describe.each(Object.entries(commands))("%s", (_name, prepare) => {
  test("one after another acts once and answers alike; another body is 422 and does nothing", async () => {
    const command = await prepare(stage);
    const before = await log.head();
    const key = randomUUID();
    const answers: Answer[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(await command.send(ways[0], key));
    for (let other = 0; other < command.others; other += 1)
      expect(await command.send(ways[0], key, other)).toMatchObject({
        status: 422,
        body: { error: true, code: "idempotency_key_reused" },
      });
    answers.push(await command.send(ways[0], key));
    await expectOnce(command, before, answers);
  });

  test("20 at once on two replicas act once and answer alike", async () => {
    const command = await prepare(stage);
    const before = await log.head();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => settled(() => command.send(ways[n % 2 ? 1 : 0], key))),
    );
    await expectOnce(command, before, answers);
  });

  test("through conflicts it acts once and answers alike", async () => {
    const command = await prepare(stage);
    const before = await log.head();
    const key = randomUUID();
    const waiting = Promise.all(ways.map((way) => settled(() => command.send(way, key))));
    for (let n = 0; n < 30; n += 1) await command.disturb?.(log);
    const answers = await waiting;
    answers.push(await command.send(ways[0], key));
    await expectOnce(command, before, answers);
  });
});

/** Whoever deletes the own account is nobody afterwards, and still hears that it is done. Anything else is 401. */
describe("one's own account, deleted 20 times at once and once more", () => {
  async function deleted(path: string, token: string): Promise<string[]> {
    const before = await log.head();
    const key = randomUUID();
    const send = (n: number) => settled(() => ways[n % 2 ? 1 : 0].call("DELETE", path, { token, key }));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n)));
    answers.push(await send(0), await send(1));
    expect(new Set(answers.map(seen)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    for (const way of ways)
      expect((await way.call("DELETE", path, { token, key: randomUUID() })).status).toBe(401);
    return typesOf(await log.since(before));
  }

  test("a consumer's", async () => {
    const parent = await newParent(stage.api, stage.url, "gone@example.com");
    expect(await deleted(`/api/user/delete/${parent.id}`, parent.token)).toEqual([
      "$streamDeleted",
      "ConsumerAccountDeleted",
      "EmailReleased",
      "SessionEnded",
    ]);
  });

  test("an admin's", async () => {
    const body = { email: "gone@ornament.test", password: "Another-2026", role: "ADMIN" };
    const created = await stage.api.call("POST", "/api/admin/registration", { token: stage.admin, body });
    const token = await stage.api.signInAdmin(body.email, body.password);
    expect(await deleted(`/api/admin/delete/${created.body.id}`, token)).toEqual([
      "$streamDeleted",
      "AdminAccountDeleted",
      "SessionEnded",
    ]);
  });
});

test("there were conflicts", async () => {
  expect(await conflicts()).toBeGreaterThan(0);
});
