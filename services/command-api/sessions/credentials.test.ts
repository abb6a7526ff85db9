import { expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { AdminEvent } from "@ornament/contracts/admins/events";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import type { Actor } from "@ornament/contracts/events/metadata";
import type { PlainEvent, StoredEvent } from "@ornament/platform/eventstore/event-store";
import { adminCredentials, consumerCredentials, sessionValidity } from "./credentials.ts";

const admin = (id: number): Actor => ({ kind: "admin", id, role: "ADMIN" });

function stored<E extends PlainEvent>(commit: number, event: E, actor: Actor = admin(1)): StoredEvent<E> {
  return {
    ...event,
    id: String(commit),
    stream: "test",
    revision: 0n,
    metadata: { $correlationId: "test", actor, schemaVersion: 1 },
    position: { commit: BigInt(commit), prepare: BigInt(commit) },
    createdAt: new Date(0),
  };
}

const created = (commit: number, adminId: number) =>
  stored<AdminDirectoryEvent>(commit, {
    type: "AdminAccountCreated",
    data: { adminId, email: null, firstName: null, lastName: null, role: "ADMIN" },
  });
const roleChanged = (commit: number, adminId: number, by: number) =>
  stored<AdminDirectoryEvent>(
    commit,
    { type: "AdminRoleChanged", data: { adminId, email: null, role: "MEMBER" } },
    admin(by),
  );
const passwordSet = (commit: number, keptSessionId: string | null) =>
  stored<AdminEvent>(commit, {
    type: "AdminPasswordSet",
    data: { adminId: 7, passwordHash: "hash", keptSessionId },
  });

const session = (epoch: number, sessionId = "own") => ({ sessionId, epoch });

test("an admin's credentials hold the admin's passwords and changed roles in the order of the events, and the epoch is the id of the last one", () => {
  const found = adminCredentials(
    7,
    [created(2, 7), created(3, 8), roleChanged(4, 8, 1), roleChanged(6, 7, 1)],
    [passwordSet(1, null), passwordSet(5, "own")],
  );
  expect(found).toMatchObject({ role: "MEMBER", changes: ["none", { sessionId: "own" }, "none"] });
  expect(found?.epoch).toBe("6");
  expect(found?.position?.commit).toBe(6n);
});

test("an admin who changes their own password keeps only the session in which it was changed", () => {
  const found = adminCredentials(7, [created(2, 7)], [passwordSet(1, null), passwordSet(3, "own")]);
  expect(sessionValidity(found, session(1))).toBe("valid");
  expect(sessionValidity(found, session(1, "other"))).toBe("credentials");
  expect(sessionValidity(found, session(2, "other"))).toBe("valid");
});

test("a later password set by another admin also ends the session that was kept", () => {
  const own = [passwordSet(1, null), passwordSet(3, "own"), passwordSet(4, null)];
  expect(sessionValidity(adminCredentials(7, [created(2, 7)], own), session(1))).toBe("credentials");
});

test("a changed role ends the sessions of an admin, unless the admin changed it", () => {
  const by = (actor: number) => adminCredentials(7, [created(2, 7), roleChanged(3, 7, actor)], []);
  expect(sessionValidity(by(1), session(0))).toBe("credentials");
  expect(sessionValidity(by(7), session(0))).toBe("valid");
});

test("an admin who is not in the directory, or was deleted from it, has no credentials", () => {
  const deleted = stored<AdminDirectoryEvent>(3, {
    type: "AdminAccountDeleted",
    data: { adminId: 7, email: null },
  });
  expect(adminCredentials(7, [created(2, 8)], [passwordSet(1, null)])).toBeUndefined();
  const gone = adminCredentials(7, [created(2, 7), deleted], [passwordSet(1, null)]);
  expect(sessionValidity(gone, session(1))).toBe("deleted");
});

test("a consumer's password reset ends every session, and a deleted account has no credentials", () => {
  const reset = stored<ConsumerEvent>(2, {
    type: "ConsumerPasswordReset",
    data: { consumerId: 7, passwordHash: "hash" },
  });
  const added = stored<ConsumerEvent>(1, {
    type: "OrnamentAdded",
    data: { consumerId: 7, code: "ABCD123", name: null },
  });
  const found = consumerCredentials(7, [added, reset]);
  expect(sessionValidity(found, session(0))).toBe("credentials");
  expect(sessionValidity(found, session(1))).toBe("valid");
  const deleted = stored<ConsumerEvent>(3, { type: "ConsumerAccountDeleted", data: { consumerId: 7 } });
  expect(consumerCredentials(7, [added, deleted])).toBeUndefined();
  expect(consumerCredentials(7, [])).toBeUndefined();
});
