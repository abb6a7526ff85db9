import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { CountingLog } from "../testing/counting-log.ts";
import { startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";
import { uniformAnswers } from "./uniform-response.ts";

const tries = 9;

let store: EventStore;
let api: TestCommandApi;
const log = new CountingLog();
beforeAll(async () => {
  store = createInMemoryEventStore({ definitions: Object.values(eventCatalogue), log });
  api = await startTestCommandApi({ store, clock: () => new Date() });
});
afterAll(async () => {
  await api.stop();
  await store.close();
});

const addresses = (name: string) =>
  Array.from({ length: tries }, (_, index) => `${name}-${index}@example.com`);

async function admins(emails: string[]): Promise<void> {
  const boss = await api.signedInAdmin();
  for (const email of emails) await boss.post("/api/admin/registration", { email, password, role: "MEMBER" });
}
const confirmed = (emails: string[]) => Promise.all(emails.map((email) => signedInConsumer(api, email)));
const unconfirmed = (emails: string[]) => Promise.all(emails.map((email) => register(api, email)));
async function askedForCodes(emails: string[]): Promise<void> {
  await confirmed(emails);
  for (const email of emails) await api.client().post(paths.forgot, { email });
}

const calls = [
  ["an admin's forgotten password", "/api/admin/password-reset", admins, {}],
  ["a consumer's forgotten password", paths.forgot, confirmed, {}],
  ["a resent confirmation link", paths.resend, unconfirmed, {}],
  ["a reset code", paths.verify, askedForCodes, { code: "wrong" }],
  ["an admin's sign-in", "/api/admin/login", admins, { password: "Wrong-2026" }],
  ["a consumer's sign-in", paths.login, confirmed, { password: "Wrong-2026" }],
  ["a registration of a confirmed email address", paths.register, confirmed, { password }],
  ["a registration of an unconfirmed email address", paths.register, unconfirmed, { password }],
] as const;

/** Under load each read and each append is slow, and a tick hides no difference. */
test.each(calls)(
  "%s makes the same number of event store calls for an email address with and without an account, however often it is repeated",
  async (name, path, prepare, more) => {
    const slug = name.replaceAll(/\W+/g, "-");
    const [known = ""] = addresses(`counted-known${slug}`);
    await prepare([known]);
    const asked = (email: string) =>
      log.during(async () => {
        expect((await api.client().post(path, { email, ...more })).status).toBeLessThanOrEqual(401);
      });
    const [first = "", ...unknown] = addresses(`counted-unknown${slug}`);
    // The first call sets the age at which such records expire.
    await asked(first);
    for (const email of unknown) expect(await asked(known)).toEqual(await asked(email));
  },
);

/** OWASP ASVS 6.3.8: the time of an answer must not show whether an account exists. */
test("an answer that must not show whether there is an account waits for the end of a tick, however short or long its work was", async () => {
  const { inUniformTime } = uniformAnswers({ store, logger: silentLogger() });
  const took = async (workMilliseconds: number) => {
    const began = performance.now();
    await inUniformTime({ reads: 0, appends: 0 }, () => pause(workMilliseconds));
    return performance.now() - began;
  };
  // A timer may fire a millisecond early. Nothing is measured against the other end of a tick: a busy machine is late.
  expect(await took(0)).toBeGreaterThan(48);
  expect(await took(60)).toBeGreaterThan(98);
});
