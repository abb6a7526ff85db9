import { describe, expect, test } from "@jest/globals";
import type { AdminRole } from "@ornament/contracts/domain/roles";
import { type ErrorCode, Refusal } from "@ornament/contracts/errors";
import type { AdminDirectoryEvent } from "@ornament/contracts/events/admin-directory";
import fc from "fast-check";
import { type AdminDirectoryCommand, adminByEmail, adminDirectoryDecider } from "./decider.ts";

const { decide, evolve, initialState } = adminDirectoryDecider;
const fold = (events: readonly AdminDirectoryEvent[]) => events.reduce(evolve, initialState());

const given = (...events: AdminDirectoryEvent[]) => ({
  when: (command: AdminDirectoryCommand) => ({
    expect: (...expected: AdminDirectoryEvent[]) => expect(decide(command, fold(events))).toEqual(expected),
    expectRefusal: (code: ErrorCode) => expect(refusalOf(() => decide(command, fold(events)))).toBe(code),
  }),
});

function refusalOf(act: () => unknown): ErrorCode | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.code : undefined;
  }
}

const created = (adminId: number, role: AdminRole = "ADMIN"): AdminDirectoryEvent => ({
  type: "AdminAccountCreated",
  data: { adminId, email: `a${adminId}@x.test`, firstName: "Ann", lastName: "Lee", role },
});
const deleted = (adminId: number): AdminDirectoryEvent => ({
  type: "AdminAccountDeleted",
  data: { adminId, email: `a${adminId}@x.test` },
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

describe("founding", () => {
  const found = { type: "FoundDirectory", adminId: 1, email: "a1@x.test", passwordHash: "hash" } as const;

  test("the first admin is an IT Admin", () =>
    given()
      .when(found)
      .expect({
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

  test("happens once", () => given(created(7)).when(found).expect());
});

describe("creating", () => {
  test("an IT Admin creates an account", () => given(created(1)).when(create(1, 2)).expect(created(2)));

  test("with a password the account has it in the same event", () =>
    given(created(1))
      .when({ ...create(1, 2), passwordHash: "hash" } as AdminDirectoryCommand)
      .expect({
        ...created(2),
        data: { ...created(2).data, passwordHash: "hash" },
      } as AdminDirectoryEvent));

  test("an address belongs to one account", () =>
    given(created(1), created(2))
      .when(create(1, 3, "a2@x.test"))
      .expectRefusal("email_taken"));

  test("the address of a deleted account is free again", () =>
    given(created(1), created(2), deleted(2))
      .when(create(1, 3, "a2@x.test"))
      .expect({
        ...created(3),
        data: { ...created(3).data, email: "a2@x.test" },
      } as AdminDirectoryEvent));

  test("an address that somebody changed from is free, the new one is taken", () => {
    const moved: AdminDirectoryEvent = {
      type: "AdminEmailChanged",
      data: { adminId: 2, email: "new@x.test" },
    };
    given(created(1), created(2), moved)
      .when(create(1, 3, "new@x.test"))
      .expectRefusal("email_taken");
    expect(adminByEmail(fold([created(1), created(2), moved]), "a2@x.test")).toBeUndefined();
  });

  test("an id is never given twice, not even after a deletion", () =>
    given(created(1), created(2), deleted(2))
      .when(create(1, 2, "n@x.test"))
      .expectRefusal("conflict"));

  test("who is no IT Admin any more may not", () => {
    given(created(1), created(2, "MEMBER")).when(create(2, 3)).expectRefusal("forbidden");
    given(created(1), created(2), deleted(2)).when(create(2, 3)).expectRefusal("admin_error");
  });
});

describe("changing", () => {
  test("nothing changed, nothing happens", () =>
    given(created(1), created(2))
      .when(change(1, 2, "ADMIN"))
      .expect());

  test("address and role", () =>
    given(created(1), created(2))
      .when(change(1, 2, "MEMBER", "n@x.test"))
      .expect(
        { type: "AdminEmailChanged", data: { adminId: 2, email: "n@x.test" } },
        { type: "AdminRoleChanged", data: { adminId: 2, email: "n@x.test", role: "MEMBER" } },
      ));

  test("one's own address stays", () =>
    given(created(1))
      .when(change(1, 1, "ADMIN", "n@x.test"))
      .expectRefusal("own_email_fixed"));

  test("the last IT Admin stays one", () =>
    given(created(1), created(2, "MEMBER"))
      .when(change(1, 1, "MEMBER"))
      .expectRefusal("last_it_admin"));

  test("an unknown admin", () =>
    given(created(1))
      .when(change(1, 9, "ADMIN"))
      .expectRefusal("admin_not_found"));
});

describe("deleting", () => {
  const remove = (by: number, adminId: number) => ({ type: "DeleteAdmin", by, adminId }) as const;

  test("another IT Admin, or oneself", () => {
    given(created(1), created(2)).when(remove(1, 2)).expect(deleted(2));
    given(created(1), created(2)).when(remove(1, 1)).expect(deleted(1));
  });

  test("never the last IT Admin", () =>
    given(created(1), created(2, "MEMBER")).when(remove(1, 1)).expectRefusal("last_it_admin"));

  test("the one of two who deletes each other and comes second is refused", () =>
    given(created(1), created(2), created(3), deleted(2)).when(remove(2, 1)).expectRefusal("admin_error"));

  test("whatever is asked, an IT Admin stays and addresses stay unique", () => {
    const ids = fc.integer({ min: 1, max: 5 });
    const emails = fc.constantFrom("a1@x.test", "a2@x.test", "b@x.test");
    const roles = fc.constantFrom<AdminRole>("ADMIN", "MEMBER");
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
