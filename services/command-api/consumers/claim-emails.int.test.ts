import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import type { Parts } from "../compose-parts.ts";
import { testParts } from "../testing/test-command-api.ts";
import {
  accountOf,
  claimForChange,
  claimForRegistration,
  emailKeyOf,
  readClaim,
  releaseEmail,
  settleClaim,
} from "./claim-emails.ts";
import type { ConsumerCommand } from "./commands.ts";
import { AccountIdTaken } from "./decider.ts";

const address = "parent@example.com";
const cause = { correlationId: "test", actor: { kind: "system" } } as const;

let parts: Parts;
let chance: number[];

beforeEach(() => {
  chance = [];
  const now = new Date();
  parts = testParts({ clock: () => now, randomInteger: () => chance.shift() ?? 0 });
});
afterEach(() => parts.store.close());

const key = (email = address) => emailKeyOf(parts, email);
const holder = (email = address) => accountOf(parts, email);
const claim = (email = address) => claimForRegistration(parts, email, { correlationId: "test" });
const onAccount = (consumerId: number, command: ConsumerCommand) =>
  parts.consumers.handle(consumerId, command, parts.contexts.fresh(cause));
const register = (consumerId: number, email = address) =>
  onAccount(consumerId, {
    type: "Register",
    consumerId,
    email,
    passwordHash: "hash",
    marketingEmail: false,
    nonce: parts.randomNonce(),
    now: parts.clock().getTime(),
  });

describe("a claim for a registration", () => {
  test("an email address claimed for a registration stays claimed before and after the account is registered", async () => {
    chance = [7];
    const id = await claim();
    expect(id % 4096).toBe(7);
    expect(await claim()).toBe(id);
    await register(id);
    expect(await claim()).toBe(id);
  });

  test("many claims of one email address at the same time give one id", async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => claim()));
    expect(new Set(ids).size).toBe(1);
  });

  test("a claim for a registration gets another id when the first is used already", async () => {
    chance = [7, 7, 8];
    await register(await claim());
    expect((await claim("other@example.com")) % 4096).toBe(8);
  });

  test("a claim gets a new id when another email address was registered with its id first", async () => {
    chance = [7, 7, 8];
    const first = await claim();
    const second = await claim("other@example.com");
    expect(second).toBe(first);
    await register(first);
    await expect(register(second, "other@example.com")).rejects.toThrow(AccountIdTaken);
    const fresh = await claim("other@example.com");
    expect(fresh % 4096).toBe(8);
    expect(await holder()).toBe(first);
  });

  test("an email address whose account was deleted can be claimed for a registration", async () => {
    chance = [7, 8];
    const gone = await claim();
    await register(gone);
    await onAccount(gone, { type: "DeleteAccount" });
    const id = await claim();
    expect(id).not.toBe(gone);
    expect(await holder()).toBe(id);
  });
});

describe("a claim for a change of the email address", () => {
  const next = "next@example.com";
  const change = (consumerId: number, email = next) => claimForChange(parts, { email, consumerId }, cause);

  test("a change of the email address can't claim an address that is claimed, registered or pending in another change", async () => {
    chance = [7, 8, 9];
    await claim(next);
    expect(await change(4096)).toBe(false);
    const registered = await claim();
    await register(registered);
    expect(await change(4096, address)).toBe(false);
    const changing = await claim("c@example.com");
    await register(changing, "c@example.com");
    await onAccount(changing, { type: "StartEmailChange", email: "d@example.com" });
    expect(await change(changing, "d@example.com")).toBe(true);
    expect(await change(4096, "d@example.com")).toBe(false);
  });

  test("one of two accounts that change to one email address at the same time gets it", async () => {
    chance = [7, 8];
    const ids = [await claim("a@example.com"), await claim("b@example.com")];
    await register(ids[0] ?? 0, "a@example.com");
    await register(ids[1] ?? 0, "b@example.com");
    for (const id of ids) await onAccount(id, { type: "StartEmailChange", email: next });
    const granted = await Promise.all(ids.map((id) => change(id)));
    expect(granted.filter(Boolean)).toHaveLength(1);
  });

  test("a claim for the same change of the email address is written once, and again for a later change", async () => {
    const id = await claim();
    await register(id);
    await onAccount(id, { type: "StartEmailChange", email: next });
    const revisions: unknown[] = [];
    for (const causationId of ["first", "first", "second"]) {
      expect(await claimForChange(parts, { email: next, consumerId: id }, { ...cause, causationId })).toBe(
        true,
      );
      revisions.push((await readClaim(parts.store, key(next))).revision);
    }
    expect(revisions).toEqual([0n, 0n, 1n]);
  });

  test("a claim for the change back to an email address prevents a release that was decided before", async () => {
    const id = await claim();
    await register(id);
    const seen = await readClaim(parts.store, key());
    await onAccount(id, { type: "StartEmailChange", email: next });
    const link = { nonce: "n".repeat(22), now: 0 };
    await onAccount(id, {
      type: "FinishEmailChange",
      email: next,
      granted: true,
      previousKey: key(),
      ...link,
    });
    await onAccount(id, { type: "StartEmailChange", email: address });
    expect(await change(id, address)).toBe(true);
    const release = {
      type: "EmailReleased",
      id: parts.uuid(),
      data: { key: key(), consumerId: id },
    } as const;
    expect(await settleClaim(parts.store, seen, release, cause)).toBe(false);
    expect(await holder()).toBe(id);
  });
});

describe("a release", () => {
  const release = (consumerId: number, email = address) =>
    releaseEmail(parts, { key: key(email), consumerId }, cause);

  test("a release frees an email address that the account no longer has", async () => {
    const id = await claim();
    await release(id);
    expect(await holder()).toBeUndefined();
    await release(id);
    expect((await parts.store.read(streams.consumerEmail(key()))).events).toHaveLength(2);
  });

  test("a release keeps an email address that the account has or is changing to", async () => {
    const id = await claim();
    await register(id);
    await release(id);
    expect(await holder()).toBe(id);
    await onAccount(id, { type: "StartEmailChange", email: "next@example.com" });
    await claimForChange(parts, { email: "next@example.com", consumerId: id }, cause);
    await release(id, "next@example.com");
    expect(await holder("next@example.com")).toBe(id);
  });

  test("a release keeps an email address that belongs to another account", async () => {
    const id = await claim();
    await release(id + 1);
    expect(await holder()).toBe(id);
  });
});
