import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import { streams } from "@ornament/contracts/events/streams";
import { accountOf, claimForChange } from "../consumers/claim-emails.ts";
import { cause, TestCompletions } from "../testing/test-completions.ts";

let log: TestCompletions;
beforeEach(() => {
  log = new TestCompletions();
});
afterEach(() => log.stop());

describe("an entered PIN without its ornament", () => {
  test("an entered PIN that is missing in its account is added with its name, and the actor is the consumer who entered it", async () => {
    const id = await log.account("a@example.com");
    await log.registerPin("AAAA001", id, "Mia");
    await log.complete();
    const last = (await log.eventsOf(id)).at(-1);
    expect(last).toMatchObject({ type: "OrnamentAdded", data: { code: "AAAA001", name: "Mia" } });
    expect(last?.metadata).toMatchObject({ actor: cause.actor, $causationId: expect.any(String) });
  });

  test("an entered PIN is added without a name when its event has none", async () => {
    const id = await log.account("a@example.com");
    const registered = { type: "PinRegistered", data: { code: "AAAA001", consumerId: id } };
    await log.store.append(streams.pin("AAAA001"), "no_stream", [registered], cause);
    await log.complete();
    expect((await log.eventsOf(id)).at(-1)).toMatchObject({ type: "OrnamentAdded", data: { name: "" } });
  });

  test("an entered PIN is released when its account is deleted or full", async () => {
    const gone = await log.account("gone@example.com");
    await log.registerPin("AAAA001", gone);
    await log.onAccount(gone, { type: "DeleteAccount" });
    const full = await log.account("full@example.com");
    for (let index = 0; index < 50; index += 1) {
      const code = `FULL${String(index).padStart(3, "0")}`;
      await log.onAccount(full, { type: "AddOrnament", code, name: "" });
    }
    await log.registerPin("AAAA002", full);
    await log.complete();
    expect((await log.typesOf(streams.pin("AAAA001"))).at(-1)).toBe("PinReleased");
    expect((await log.typesOf(streams.pin("AAAA002"))).at(-1)).toBe("PinReleased");
  });
});

test("a change of the email address that was only started is completed, and the old address is free", async () => {
  const id = await log.account("old@example.com");
  await log.onAccount(id, { type: "StartEmailChange", email: "new@example.com" });
  await log.complete();
  expect((await log.eventsOf(id)).slice(-2)).toMatchObject([
    {
      type: "ConsumerEmailChanged",
      data: { email: "new@example.com" },
      metadata: { actor: cause.actor },
    },
    // The account is not confirmed.
    { type: "ActivationLinkRequested", metadata: { actor: cause.actor } },
  ]);
  expect(await accountOf(log.parts, "new@example.com")).toBe(id);
  expect(await accountOf(log.parts, "old@example.com")).toBeUndefined();
});

test("a PIN that was only released leaves its former owner's ornaments, unless the owner has entered it again", async () => {
  const id = await log.account("former@example.com");
  const released = async (code: string) => {
    await log.registerPin(code, id);
    await log.onAccount(id, { type: "AddOrnament", code, name: "Mia" });
    const { revision } = await log.store.read(streams.pin(code));
    await log.store.append(
      streams.pin(code),
      revision,
      [{ type: "PinReleased", data: { code, consumerId: id, reason: "Bought second-hand" } }],
      cause,
    );
  };
  await released("AAAA001");
  await released("AAAA002");
  const again = { type: "PinRegistered", data: { code: "AAAA002", consumerId: id, name: "Mia" } };
  const { revision } = await log.store.read(streams.pin("AAAA002"));
  await log.store.append(streams.pin("AAAA002"), revision, [again], cause);
  await log.complete();
  const removed = (await log.eventsOf(id)).filter(({ type }) => type === "OrnamentRemoved");
  expect(removed.map(({ data }) => data)).toEqual([{ consumerId: id, code: "AAAA001" }]);
});

test("an account deleted during a change of its email address releases both addresses", async () => {
  const id = await log.account("both@example.com");
  await log.onAccount(id, { type: "StartEmailChange", email: "both-new@example.com" });
  await claimForChange(log.parts, { email: "both-new@example.com", consumerId: id }, cause);
  await log.onAccount(id, { type: "DeleteAccount" });
  await log.complete();
  expect(await accountOf(log.parts, "both@example.com")).toBeUndefined();
  expect(await accountOf(log.parts, "both-new@example.com")).toBeUndefined();
});

describe("an admin created without a password", () => {
  const created = (adminId: number, password: { passwordHash?: string } = {}) => ({
    type: "AdminAccountCreated",
    data: {
      adminId,
      email: `admin-${adminId}@ornament.test`,
      firstName: "",
      lastName: "",
      role: "MEMBER",
      ...password,
    },
  });
  const direct = async (...events: { type: string; data: unknown }[]) =>
    log.store.append(
      streams.adminDirectory,
      (await log.store.read(streams.adminDirectory)).revision,
      events,
      cause,
    );

  test("an admin who was not invited yet is invited once", async () => {
    await direct(created(4096));
    await Promise.all([log.complete(), log.complete()]);
    const { events } = await log.store.read<AdminEvent>(streams.admin(4096));
    expect(events).toMatchObject([
      {
        type: "AdminPasswordResetRequested",
        data: { reason: "invitation" },
        metadata: { actor: cause.actor },
      },
    ]);
    expect(events[0]?.metadata.keyId).toBe(log.parts.secrets.ring("proof").current.id);
  });

  test("an admin who has a password or was deleted is not invited", async () => {
    const set = { adminId: 4097, passwordHash: "hash", keptSessionId: null };
    await log.store.append(
      streams.admin(4097),
      "no_stream",
      [{ type: "AdminPasswordSet", data: set }],
      cause,
    );
    await direct(created(4097), created(4098), created(4099, { passwordHash: "hash" }));
    await direct({ type: "AdminAccountDeleted", data: { adminId: 4098, email: null } });
    await log.complete();
    expect(await log.typesOf(streams.admin(4097))).toEqual(["AdminPasswordSet"]);
    expect(await log.typesOf(streams.admin(4098))).toEqual([]);
    expect(await log.typesOf(streams.admin(4099))).toEqual([]);
  });
});
