import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { Parts } from "../compose-parts.ts";
import { finishDeletion } from "../erasures/delete-account.ts";
import { testParts, testSecrets } from "../testing/test-command-api.ts";
import { claimForRegistration, emailKeyOf } from "./claim-emails.ts";
import { emailKeyCheck } from "./email-key-check.ts";

const cause = { correlationId: "test", actor: { kind: "system" } } as const;

let parts: Parts;
beforeEach(() => {
  parts = testParts();
});
afterEach(() => parts.store.close());

async function register(email: string): Promise<number> {
  const consumerId = await claimForRegistration(parts, email, { correlationId: "test" });
  await parts.consumers.handle(
    consumerId,
    {
      type: "Register",
      consumerId,
      email,
      passwordHash: "hash",
      marketingEmail: false,
      nonce: parts.randomNonce(),
      now: parts.clock().getTime(),
    },
    parts.contexts.fresh(cause),
  );
  return consumerId;
}

const fits = () => emailKeyCheck(parts).fits();
/** Whether another address key fits the same event store. */
const anotherFits = () => emailKeyCheck(testParts({ store: parts.store, secrets: testSecrets() })).fits();

test("an address key fits an event store without a key's record if it names the claim of a registered email address", async () => {
  await register("parent@example.com");
  expect(await fits()).toBe(true);
  expect(await anotherFits()).toBe(false);
});

test("an address key fits if the first accounts have deleted themselves or left their claim unfinished", async () => {
  const gone = await register("gone@example.com");
  await parts.consumers.handle(gone, { type: "DeleteAccount" }, parts.contexts.fresh(cause));
  await finishDeletion(parts, gone);
  const unclaimed = await register("unclaimed@example.com");
  const key = emailKeyOf(parts, "unclaimed@example.com");
  await parts.store.deleteStream(`consumerEmail-${key}`, "any");
  expect(unclaimed).not.toBe(gone);
  await register("parent@example.com");
  expect(await fits()).toBe(true);
  expect(await anotherFits()).toBe(false);
});

test("any address key fits an event store without a live account", async () => {
  const gone = await register("gone@example.com");
  await parts.consumers.handle(gone, { type: "DeleteAccount" }, parts.contexts.fresh(cause));
  await finishDeletion(parts, gone);
  expect(await anotherFits()).toBe(true);
});
