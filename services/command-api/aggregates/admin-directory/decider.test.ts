import { describe, expect, test } from "@jest/globals";
import { type AdminRole, adminRoles } from "@ornament/contracts/domain/roles";
import { Refusal } from "@ornament/contracts/errors";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import fc from "fast-check";
import { type AdminDirectoryCommand, adminByEmail, adminDirectoryDecider } from "./decider.ts";

const { decide, evolve } = adminDirectoryDecider;
const { fold, given } = specify(adminDirectoryDecider);

const created = (adminId: number, role: AdminRole = "ADMIN"): AdminDirectoryEvent => ({
  type: "AdminAccountCreated",
  data: { adminId, email: `a${adminId}@x.test`, firstName: "Ann", lastName: "Lee", role },
});
const deleted = (adminId: number): AdminDirectoryEvent => ({
  type: "AdminAccountDeleted",
  data: { adminId, email: `a${adminId}@x.test` },
});
const roleChanged = (adminId: number, role: AdminRole): AdminDirectoryEvent => ({
  type: "AdminRoleChanged",
  data: { adminId, email: `a${adminId}@x.test`, role },
});
const create = (by: number, adminId: number, email = `a${adminId}@x.test`): AdminDirectoryCommand => ({
  type: "CreateAdmin",
  by,
  adminId,
  email,
  firstName: "Ann",
  lastName: "Lee",
  role: "ADMIN",
  passwordHash: undefined,
});
const change = (by: number, adminId: number, role: AdminRole, email = `a${adminId}@x.test`) =>
  ({ type: "ChangeAdmin", by, adminId, email, role }) as const;

describe("the first admin", () => {
  const createFirst = {
    type: "CreateFirstAdmin",
    adminId: 1,
    email: "a1@x.test",
    passwordHash: "hash",
  } as const;

  test("the first admin is an IT Admin", () =>
    given()
      .when(createFirst)
      .thenEvents({
        type: "AdminAccountCreated",
        data: {
          adminId: 1,
          email: "a1@x.test",
          firstName: "",
          lastName: "",
          role: "ADMIN",
          passwordHash: "hash",
        },
      }));

  test("the first admin is created once", () => given(created(7)).when(createFirst).thenEvents());
});

describe("creating an admin", () => {
  test("an IT Admin creates an admin account", () =>
    given(created(1)).when(create(1, 2)).thenEvents(created(2)));

  test("an admin account and its password are created in one event", () =>
    given(created(1))
      .when({ ...create(1, 2), passwordHash: "hash" } as AdminDirectoryCommand)
      .thenEvents({
        ...created(2),
        data: { ...created(2).data, passwordHash: "hash" },
      } as AdminDirectoryEvent));

  test("two admins never have the same email address", () =>
    given(created(1), created(2))
      .when(create(1, 3, "a2@x.test"))
      .thenRefused("email_taken"));

  test("the email address of a deleted admin is free again", () =>
    given(created(1), created(2), deleted(2))
      .when(create(1, 3, "a2@x.test"))
      .thenEvents({
        ...created(3),
        data: { ...created(3).data, email: "a2@x.test" },
      } as AdminDirectoryEvent));

  test("after an admin's email address changed, the old one is free and the new one is taken", () => {
    const moved: AdminDirectoryEvent = {
      type: "AdminEmailChanged",
      data: { adminId: 2, email: "new@x.test" },
    };
    given(created(1), created(2), moved)
      .when(create(1, 3, "new@x.test"))
      .thenRefused("email_taken");
    expect(adminByEmail(fold([created(1), created(2), moved]), "a2@x.test")).toBeUndefined();
  });

  test("an admin's id is never used again, even after the admin was deleted", () =>
    given(created(1), created(2), deleted(2))
      .when(create(1, 2, "n@x.test"))
      .thenRefused("conflict"));

  test("an admin with the role MEMBER or a deleted admin can't create an admin account", () => {
    given(created(1), created(2, "MEMBER")).when(create(2, 3)).thenRefused("forbidden");
    given(created(1), created(2), deleted(2)).when(create(2, 3)).thenRefused("admin_error");
  });
});

describe("changing an admin", () => {
  test("a change of an admin to the same email address and role does nothing", () =>
    given(created(1), created(2))
      .when(change(1, 2, "ADMIN"))
      .thenEvents());

  test("an email address or role that a change of an admin leaves out stays", () => {
    const directory = given(created(1), created(2), roleChanged(2, "MEMBER"));
    const changed = { type: "ChangeAdmin", by: 1, adminId: 2 } as const;
    directory.when(changed).thenEvents();
    directory
      .when({ ...changed, email: "n@x.test" })
      .thenEvents({ type: "AdminEmailChanged", data: { adminId: 2, email: "n@x.test" } });
    directory.when({ ...changed, role: "ADMIN" }).thenEvents(roleChanged(2, "ADMIN"));
  });

  test("an IT Admin changes another admin's email address and role", () =>
    given(created(1), created(2))
      .when(change(1, 2, "MEMBER", "n@x.test"))
      .thenEvents(
        { type: "AdminEmailChanged", data: { adminId: 2, email: "n@x.test" } },
        { type: "AdminRoleChanged", data: { adminId: 2, email: "n@x.test", role: "MEMBER" } },
      ));

  test("an IT Admin can't change their own email address", () =>
    given(created(1))
      .when(change(1, 1, "ADMIN", "n@x.test"))
      .thenRefused("own_email_fixed"));

  test.each(["MEMBER", "AUDITOR"] as const)("the last IT Admin can't get the role %s", (role) =>
    given(created(1), created(2, "MEMBER"), created(3, "AUDITOR"))
      .when(change(1, 1, role))
      .thenRefused("last_it_admin"),
  );

  test("an Auditor can't change a role", () =>
    given(created(1), created(2, "AUDITOR"))
      .when(change(2, 2, "ADMIN"))
      .thenRefused("forbidden"));

  test("a change of an unknown admin is refused", () =>
    given(created(1))
      .when(change(1, 9, "ADMIN"))
      .thenRefused("admin_not_found"));
});

describe("deleting an admin", () => {
  const remove = (by: number, adminId: number) => ({ type: "DeleteAdmin", by, adminId }) as const;

  test("an IT Admin deletes another IT Admin or their own account", () => {
    given(created(1), created(2)).when(remove(1, 2)).thenEvents(deleted(2));
    given(created(1), created(2)).when(remove(1, 1)).thenEvents(deleted(1));
  });

  test("a deletion of an admin who is deleted already does nothing, and one of an admin who never existed is refused", () => {
    given(created(1), created(2), deleted(2)).when(remove(1, 2)).thenEvents();
    given(created(1)).when(remove(1, 2)).thenRefused("admin_not_found");
  });

  test("the last IT Admin can't be deleted", () =>
    given(created(1), created(2, "MEMBER")).when(remove(1, 1)).thenRefused("last_it_admin"));

  test("when two IT Admins delete each other, the second is refused", () =>
    given(created(1), created(2), created(3), deleted(2)).when(remove(2, 1)).thenRefused("admin_error"));

  test("after any commands there is an IT Admin and no email address is used twice", () => {
    const ids = fc.integer({ min: 1, max: 5 });
    const emails = fc.constantFrom("a1@x.test", "a2@x.test", "b@x.test");
    const roles = fc.constantFrom<AdminRole>(...adminRoles);
    const commands = fc.oneof(
      fc.record({ type: fc.constant("DeleteAdmin" as const), by: ids, adminId: ids }),
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
        expect(admins.some(({ role }) => role === "ADMIN")).toBe(true);
        expect(new Set(admins.map(({ email }) => email)).size).toBe(admins.length);
      }),
    );
  });
});

describe("recording the erasure of an admin's data", () => {
  const record = (adminId: number) => ({ type: "RecordErasure", adminId }) as const;
  const dataErased = { type: "AdminDataErased", data: { adminId: 2 } } as const;

  test("the erasure of a deleted admin's data is recorded once", () => {
    given(created(1), created(2), deleted(2)).when(record(2)).thenEvents(dataErased);
    given(created(1), created(2), deleted(2), dataErased).when(record(2)).thenEvents();
  });

  test("an erasure of the data of an admin who is not deleted is refused", () => {
    given(created(1), created(2)).when(record(2)).thenRefused("admin_not_found");
    given(created(1)).when(record(2)).thenRefused("admin_not_found");
  });

  test("after the erasure of an admin's data the id is still used, and the email address can be used again", () => {
    const state = fold([created(1), created(2), deleted(2), dataErased]);
    expect(() => decide(create(1, 2, "new@x.test"), state)).toThrow(Refusal);
    expect(decide(create(1, 3, "a2@x.test"), state)).toHaveLength(1);
  });
});

describe("the recovery of an IT Admin by the operator", () => {
  const recover = (adminId: number, email: string) => ({ type: "RecoverAdmin", adminId, email }) as const;

  test("the operator changes the email address of the only IT Admin, or keeps it", () => {
    const only = given(created(1), created(2, "MEMBER"));
    only
      .when(recover(1, "new@x.test"))
      .thenEvents({ type: "AdminEmailChanged", data: { adminId: 1, email: "new@x.test" } });
    only.when(recover(1, "a1@x.test")).thenEvents();
  });

  test("the operator can't give an IT Admin the email address of another admin", () =>
    given(created(1), created(2, "MEMBER")).when(recover(1, "a2@x.test")).thenRefused("email_taken"));

  test("the operator recovers neither a deleted admin nor one who is no IT Admin", () => {
    const directory = given(created(1), created(2), deleted(2), created(3, "MEMBER"));
    directory.when(recover(2, "new@x.test")).thenRefused("admin_not_found");
    directory.when(recover(3, "new@x.test")).thenRefused("forbidden");
  });
});

describe("an admin whom a restored backup has brought back after the erasure", () => {
  const erased = { type: "DeleteErasedAdmin", adminId: 1 } as const;
  const createFirst = {
    type: "CreateFirstAdmin",
    adminId: 2,
    email: "a2@x.test",
    passwordHash: "hash",
  } as const;

  test("is deleted, even as the last IT Admin", () => given(created(1)).when(erased).thenEvents(deleted(1)));
  test("is deleted once", () => given(created(1), deleted(1)).when(erased).thenEvents());
  test("leaves room for a first IT Admin", () => {
    const { adminId, email, passwordHash } = createFirst;
    const data = { adminId, email, firstName: "", lastName: "", role: "ADMIN", passwordHash } as const;
    given(created(1), created(3, "AUDITOR"), deleted(1))
      .when(createFirst)
      .thenEvents({ type: "AdminAccountCreated", data });
  });
});
