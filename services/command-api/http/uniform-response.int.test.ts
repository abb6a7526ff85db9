import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { beforeAppends } from "../testing/before-appends.ts";
import { CountingLog } from "../testing/counting-log.ts";
import { startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";
import { password, paths, register, signedInConsumer } from "../testing/test-consumer.ts";

/** The time of an append. An answer that is not delayed shows by its time whether an event was appended. */
const diskMilliseconds = 8;
const tries = 9;
/**
 * Other programs make answers slower, never faster. On a busy machine more tries are needed to find the
 * shortest time.
 */
const rounds = 8;

let store: EventStore;
let api: TestCommandApi;
const log = new CountingLog();
beforeAll(async () => {
  store = createInMemoryEventStore({ definitions: Object.values(eventCatalogue), log });
  const slow = beforeAppends(store, () => pause(diskMilliseconds));
  api = await startTestCommandApi({ store: slow, clock: () => new Date() });
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
        expect((await api.client().post(path, { email, ...more })).status).toBeLessThan(401);
      });
    const [first = "", ...unknown] = addresses(`counted-unknown${slug}`);
    // The first call sets the age at which such records expire.
    await asked(first);
    for (const email of unknown) expect(await asked(known)).toEqual(await asked(email));
  },
);

/** OWASP ASVS 6.3.8: the time of an answer must not show whether an account exists. */
test.each(calls)(
  "the time of the answer to %s does not show whether there is an account",
  async (name, path, prepare, more) => {
    const slug = name.replaceAll(/\W+/g, "-");
    const timed = async (email: string) => {
      const began = performance.now();
      const { status } = await api.client().post(path, { email, ...more });
      expect(status).toBeLessThan(401);
      return performance.now() - began;
    };
    const times = { known: [] as number[], unknown: [] as number[] };
    const difference = () => Math.abs(Math.min(...times.known) - Math.min(...times.unknown));
    for (let round = 0; round < rounds && !(difference() < 5); round += 1) {
      const known = addresses(`known${slug}-${round}`);
      await prepare(known);
      for (const [index, unknown] of addresses(`unknown${slug}-${round}`).entries()) {
        times.known.push(await timed(known[index] ?? ""));
        times.unknown.push(await timed(unknown));
      }
    }
    expect(difference()).toBeLessThan(5);
  },
  180_000,
);
