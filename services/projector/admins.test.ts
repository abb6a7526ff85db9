import { expect, test } from "@jest/globals";
import { admins } from "./admins.ts";
import { facts } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

test("a deactivated admin stays in the table and can be activated again", async () => {
  const change = { adminId: 3, email: "it@example.com", reason: "On leave" };
  const events = [facts.adminCreated(), { type: "AdminDeactivated" as const, data: change }];
  expect((await projected(admins, events)).main?.[3]).toMatchObject({ isActivated: false, role: "ADMIN" });
  const again = await projected(admins, [...events, { type: "AdminReactivated", data: change }]);
  expect(again.main?.[3]).toMatchObject({ isActivated: true });
});

test("a deleted admin stays deleted after later events", async () => {
  const documents = await projected(admins, [
    facts.adminCreated(),
    facts.adminCreated({ adminId: 4 }),
    facts.adminDeleted(),
    { type: "AdminProfileUpdated", data: { adminId: 3, firstName: "Ida", lastName: "" } },
  ]);
  expect(Object.keys(documents.main ?? {})).toEqual(["4"]);
});

test("a name event without an account is ignored, and an erased name is null", async () => {
  const { main } = await projected(admins, [
    { type: "AdminProfileUpdated", data: { adminId: 9, firstName: "Nobody", lastName: "" } },
    facts.adminCreated({ email: null, firstName: null, lastName: null }),
  ]);
  expect(main).toEqual({ 3: expect.objectContaining({ email: null, firstName: null, firstNameSort: "" }) });
});

test("a deleted admin keeps the latest email address apart from the table until the data are erased", async () => {
  const events = [
    facts.adminCreated(),
    { type: "AdminAccountDeleted" as const, data: { adminId: 3, email: "last@example.com" } },
  ];
  expect(await projected(admins, events)).toEqual({
    former: { 3: { email: "last@example.com", deletedAt: instantOf(1) } },
  });
  expect(await projected(admins, [...events, facts.adminDataErased()])).toEqual({});
});

test("a deleted admin whose key is erased already is not kept", async () => {
  const deleted = { type: "AdminAccountDeleted" as const, data: { adminId: 3, email: null } };
  expect(await projected(admins, [facts.adminCreated({ email: null }), deleted])).toEqual({});
});
