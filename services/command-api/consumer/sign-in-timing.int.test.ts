import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createPasswordHasher, type PasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";
import { paths, signedInParent } from "./test-consumer.ts";

let api: TestCommandApi;
let hasher: PasswordHasher;

beforeAll(async () => {
  hasher = createPasswordHasher({ cost: 6 });
  api = await startTestCommandApi({ hasher });
});
afterAll(async () => {
  await api.stop();
  await hasher.close();
});

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Security line 7. Fifteen accounts take the tries in turn, so that none is locked. */
test("a known and an unknown address take the same time to be refused", async () => {
  const accounts = Array.from({ length: 15 }, (_, index) => `known-${index}@example.com`);
  await Promise.all(accounts.map((email) => signedInParent(api, email)));
  const client = api.client();
  const timed = async (email: string) => {
    const started = performance.now();
    const answer = await client.post(paths.login, { email, password: "Wrong-2026" });
    expect(answer.status).toBe(401);
    return performance.now() - started;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    known.push(await timed(accounts[index % accounts.length] ?? ""));
    unknown.push(await timed(`unknown-${index % accounts.length}@example.com`));
  }
  expect(Math.abs(median(known) - median(unknown))).toBeLessThan(5);
}, 60_000);
