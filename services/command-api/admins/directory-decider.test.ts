import { expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { type ErrorCode, Refusal } from "@ornament/contracts/routes/errors";
import { type AdminRole, adminRoles } from "@ornament/contracts/values/roles";
import { factsOf, specify } from "@ornament/platform/commands/testing/decider-specification";
import fc from "fast-check";
import { type AdminDirectoryCommand, adminByEmail, adminDirectoryDecider } from "./directory-decider.ts";

const { decide, evolve } = adminDirectoryDecider;
const { fold, given } = specify(adminDirectoryDecider);

const about = (adminId: number) => factsOf<AdminDirectoryEvent>()({ adminId, email: `a${adminId}@x.test` });
const created = (adminId: number, role: AdminRole = "ADMIN") =>
  about(adminId)("AdminAccountCreated", { firstName: "Ann", lastName: "Lee", role });
const deleted = (adminId: number) => about(adminId)("AdminAccountDeleted", {});
const roleChanged = (adminId: number, role: AdminRole) => about(adminId)("AdminRoleChanged", { role });
const create = (by: number, adminId: number, email = `a${adminId}@x.test`): AdminDirectoryCommand => {
  const person = { firstName: "Ann", lastName: "Lee", role: "ADMIN", passwordHash: undefined } as const;
  return { type: "CreateAdmin", by, adminId, email, ...person };
};
const change = (by: number, adminId: number, role: AdminRole, email = `a${adminId}@x.test`) =>
  ({ type: "ChangeAdmin", by, adminId, email, role }) as const;

const createFirst = {
  type: "CreateFirstAdmin",
  adminId: 1,
  email: "a1@x.test",
  passwordHash: "hash",
} as const;
const remove = (by: number, adminId: number) => ({ type: "DeleteAdmin", by, adminId }) as const;
const setStatus = (by: number, adminId: number, status: "DeactivateAdmin" | "ReactivateAdmin") =>
  ({ type: status, by, adminId, reason: "On leave" }) as const;
const statusSet = (
  adminId: number,
  type: "AdminDeactivated" | "AdminReactivated",
  reason = "On leave",
): AdminDirectoryEvent => ({ type, data: { adminId, email: `a${adminId}@x.test`, reason } });
const record = (adminId: number) => ({ type: "RecordErasure", adminId }) as const;
const recover = (adminId: number, email: string) => ({ type: "RecoverAdmin", adminId, email }) as const;
const deleteErased = { type: "DeleteErasedAdmin", adminId: 1 } as const;
const moved = (adminId: number, email: string): AdminDirectoryEvent => ({
  type: "AdminEmailChanged",
  data: { adminId, email },
});
const dataErased = { type: "AdminDataErased", data: { adminId: 2 } } as const;
const firstCreated = (adminId: number) => {
  const names = { firstName: "", lastName: "" };
  return about(adminId)("AdminAccountCreated", { ...names, role: "ADMIN", passwordHash: "hash" });
};
const [ann, bea] = [created(1), created(2)];
const [support, auditor] = [created(2, "MEMBER"), created(3, "AUDITOR")];

type Case<T> = [what: string, before: AdminDirectoryEvent[], command: AdminDirectoryCommand, result: T];

test.each<Case<ErrorCode>>([
  ["a new admin with another admin's email address", [ann, bea], create(1, 3, "a2@x.test"), "email_taken"],
  [
    "a new admin with a changed email address",
    [ann, bea, moved(2, "n@x.test")],
    create(1, 3, "n@x.test"),
    "email_taken",
  ],
  ["a new admin with a deleted one's id", [ann, bea, deleted(2)], create(1, 2, "n@x.test"), "conflict"],
  ["a new admin with an erased one's id", [ann, bea, deleted(2), dataErased], create(1, 2), "conflict"],
  ["a new admin by Customer support", [ann, support], create(2, 3), "forbidden"],
  ["a new admin by a deleted one", [ann, bea, deleted(2)], create(2, 3), "admin_error"],
  ["a change of one's own email address", [ann], change(1, 1, "ADMIN", "n@x.test"), "own_email_fixed"],
  ["the role MEMBER for the last IT Admin", [ann, support, auditor], change(1, 1, "MEMBER"), "last_it_admin"],
  [
    "the role AUDITOR for the last IT Admin",
    [ann, support, auditor],
    change(1, 1, "AUDITOR"),
    "last_it_admin",
  ],
  ["a role changed by an Auditor", [ann, auditor], change(3, 3, "ADMIN"), "forbidden"],
  ["a change of an unknown admin", [ann], change(1, 9, "ADMIN"), "admin_not_found"],
  ["a deletion of an unknown admin", [ann], remove(1, 2), "admin_not_found"],
  ["a deletion of the last IT Admin", [ann, support], remove(1, 1), "last_it_admin"],
  ["the second of two deletions of each other", [ann, bea, auditor, deleted(2)], remove(2, 1), "admin_error"],
  [
    "a deactivation of the last IT Admin",
    [ann, support],
    setStatus(1, 1, "DeactivateAdmin"),
    "last_it_admin",
  ],
  [
    "a deactivation of the last active IT Admin",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    setStatus(1, 1, "DeactivateAdmin"),
    "last_it_admin",
  ],
  [
    "a deletion of the last active IT Admin",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    remove(1, 1),
    "last_it_admin",
  ],
  [
    "the second of two deactivations of each other",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    setStatus(2, 1, "DeactivateAdmin"),
    "admin_error",
  ],
  ["a deactivation by Customer support", [ann, support], setStatus(2, 1, "DeactivateAdmin"), "forbidden"],
  ["a deactivation of an unknown admin", [ann], setStatus(1, 9, "DeactivateAdmin"), "admin_not_found"],
  [
    "a new admin with a deactivated one's email address",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    create(1, 3, "a2@x.test"),
    "email_taken",
  ],
  ["an erasure of an admin who is not deleted", [ann, bea], record(2), "admin_not_found"],
  ["an erasure of an unknown admin", [ann], record(2), "admin_not_found"],
  ["a recovery at another admin's email address", [ann, support], recover(1, "a2@x.test"), "email_taken"],
  ["a recovery of a deleted admin", [ann, bea, deleted(2)], recover(2, "n@x.test"), "admin_not_found"],
  ["a recovery of Customer support", [ann, support], recover(2, "n@x.test"), "forbidden"],
])("%s is refused", (_what, before, command, code) => given(before).refuses(command, code));

test.each<Case<AdminDirectoryEvent[]>>([
  ["the first admin is an IT Admin", [], createFirst, [firstCreated(1)]],
  ["the first admin is created once", [created(7)], createFirst, []],
  ["an IT Admin creates an admin account", [ann], create(1, 2), [bea]],
  ["a change to the same email address and role does nothing", [ann, bea], change(1, 2, "ADMIN"), []],
  ["a change of nothing does nothing", [ann, support], { type: "ChangeAdmin", by: 1, adminId: 2 }, []],
  [
    "a change of the email address keeps the role",
    [ann, support],
    { type: "ChangeAdmin", by: 1, adminId: 2, email: "n@x.test" },
    [moved(2, "n@x.test")],
  ],
  [
    "a change of the role keeps the email address",
    [ann, support],
    { type: "ChangeAdmin", by: 1, adminId: 2, role: "ADMIN" },
    [roleChanged(2, "ADMIN")],
  ],
  [
    "an IT Admin changes another admin's email address and role",
    [ann, bea],
    change(1, 2, "MEMBER", "n@x.test"),
    [
      moved(2, "n@x.test"),
      { type: "AdminRoleChanged", data: { adminId: 2, email: "n@x.test", role: "MEMBER" } },
    ],
  ],
  [
    "an IT Admin deactivates another one with a reason",
    [ann, bea],
    setStatus(1, 2, "DeactivateAdmin"),
    [statusSet(2, "AdminDeactivated")],
  ],
  [
    "an admin is deactivated once",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    setStatus(1, 2, "DeactivateAdmin"),
    [],
  ],
  [
    "an IT Admin activates a deactivated admin again",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    setStatus(1, 2, "ReactivateAdmin"),
    [statusSet(2, "AdminReactivated")],
  ],
  ["an active admin isn't activated again", [ann, bea], setStatus(1, 2, "ReactivateAdmin"), []],
  [
    "a deactivated IT Admin is deleted by the last active one",
    [ann, bea, statusSet(2, "AdminDeactivated")],
    remove(1, 2),
    [deleted(2)],
  ],
  [
    "the operator activates a deactivated IT Admin again",
    [ann, bea, statusSet(1, "AdminDeactivated")],
    recover(1, "a1@x.test"),
    [statusSet(1, "AdminReactivated", "Let in again by the operator")],
  ],
  ["an IT Admin deletes another one", [ann, bea], remove(1, 2), [deleted(2)]],
  ["an IT Admin deletes their own account", [ann, bea], remove(1, 1), [deleted(1)]],
  ["an admin is deleted once", [ann, bea, deleted(2)], remove(1, 2), []],
  ["the erasure of a deleted admin's data is recorded", [ann, bea, deleted(2)], record(2), [dataErased]],
  ["the erasure of an admin's data is recorded once", [ann, bea, deleted(2), dataErased], record(2), []],
  [
    "the operator changes the only IT Admin's address",
    [ann, support],
    recover(1, "n@x.test"),
    [moved(1, "n@x.test")],
  ],
  [
    "the operator recovers the only IT Admin at the same address",
    [ann, support],
    recover(1, "a1@x.test"),
    [],
  ],
  [
    "an erased admin of a restored backup is deleted, even as the last one",
    [ann],
    deleteErased,
    [deleted(1)],
  ],
  ["an erased admin of a restored backup is deleted once", [ann, deleted(1)], deleteErased, []],
  [
    "after the deletion of the last IT Admin there can be a first one again",
    [ann, auditor, deleted(1)],
    { ...createFirst, adminId: 2, email: "a2@x.test" },
    [firstCreated(2)],
  ],
])("%s", (_what, before, command, events) => given(before).decides(command, events));

test("an admin account and its password are created in one event", () =>
  given(ann).decides(
    { ...create(1, 2), passwordHash: "hash" } as AdminDirectoryCommand,
    { ...bea, data: { ...bea.data, passwordHash: "hash" } } as AdminDirectoryEvent,
  ));

test.each([
  ["a deleted admin", [deleted(2)]],
  ["an erased admin", [deleted(2), dataErased]],
  ["an admin who has another one", [moved(2, "new@x.test")]],
])("the email address of %s is free again", (_whose, since) => {
  const directory = fold([ann, bea, ...since]);
  expect(adminByEmail(directory, "a2@x.test")).toBeUndefined();
  expect(decide(create(1, 3, "a2@x.test"), directory)).toHaveLength(1);
});

test("after any commands there is an active IT Admin and no email address is used twice", () => {
  const ids = fc.integer({ min: 1, max: 5 });
  const emails = fc.constantFrom("a1@x.test", "a2@x.test", "b@x.test");
  const roles = fc.constantFrom<AdminRole>(...adminRoles);
  const commands = fc.oneof(
    fc.record({ type: fc.constant("DeleteAdmin" as const), by: ids, adminId: ids }),
    fc.record({
      type: fc.constantFrom("DeactivateAdmin" as const, "ReactivateAdmin" as const),
      by: ids,
      adminId: ids,
      reason: fc.constant("On leave"),
    }),
    fc.record({
      type: fc.constant("ChangeAdmin" as const),
      by: ids,
      adminId: ids,
      email: emails,
      role: roles,
    }),
    fc.tuple(ids, ids, emails).map(([by, adminId, email]) => create(by, adminId, email)),
  );
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 30 }), (asked) => {
      let state = fold([created(1)]);
      for (const command of asked) {
        try {
          state = decide(command, state).reduce(evolve, state);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
      }
      const admins = [...state.admins.values()];
      expect(admins.some(({ role, deactivated }) => role === "ADMIN" && !deactivated)).toBe(true);
      expect(new Set(admins.map(({ email }) => email)).size).toBe(admins.length);
    }),
  );
});
