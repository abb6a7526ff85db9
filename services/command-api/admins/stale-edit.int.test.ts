import { describe, expect, test } from "@jest/globals";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import {
  adminEvents,
  adminPaths,
  createAdmin,
  directoryEvents,
  firstAdminId,
  typesOf,
} from "../testing/test-admin.ts";
import type { TestClient } from "../testing/test-client.ts";
import { firstAdmin } from "../testing/test-command-api.ts";

const api = apiForEachTest();
const ann = forEachTest(() => api.signedInAdmin());
const bob = forEachTest(() => createAdmin(api, ann, "bob@ornament.test"));
const cleo = forEachTest(() => createAdmin(api, ann, "cleo@ornament.test"));

/** The current version of the admin's profile. */
async function versionOf(id: number): Promise<string> {
  const events = [
    ...(await directoryEvents(api)).filter(({ data }) => data.adminId === id),
    ...(await adminEvents(api, id)),
  ];
  const [newest = 0n] = events.map(({ position }) => position.commit).sort((a, b) => (a < b ? 1 : -1));
  return String(newest);
}

const edit = (browser: TestClient, body: object, key?: string) =>
  browser.put(adminPaths.update, { id: cleo.id, ...body }, key ? { key } : {});

const written = async () => [
  ...typesOf((await directoryEvents(api)).slice(3)),
  ...typesOf(await adminEvents(api, cleo.id)),
];

describe("an edit of an admin with the version it was made on", () => {
  test("a name saved after somebody else took the role away is refused, writes nothing and says who changed what", async () => {
    const version = await versionOf(cleo.id);
    await edit(ann, { role: "MEMBER", version });
    const answer = await edit(bob.browser, { lastName: "Lee", role: "ADMIN", version });
    expect([answer.status, answer.body.code]).toEqual([409, "changed_meanwhile"]);
    expect(answer.body.message).toBe(
      `${firstAdmin.email} changed this after you opened it. Your changes were not saved. Check the change, then save again.`,
    );
    expect(answer.body.errors).toEqual([
      { path: "role", message: `Customer support, changed by ${firstAdmin.email}` },
    ]);
    expect(await written()).toEqual(["AdminRoleChanged"]);
    const again = await edit(bob.browser, { lastName: "Lee", version: await versionOf(cleo.id) });
    expect(again.status).toBe(200);
    expect(await written()).toEqual(["AdminRoleChanged", "AdminProfileUpdated"]);
  });

  test("a role saved after somebody else changed a name is refused and leaves the directory as it is", async () => {
    const version = await versionOf(cleo.id);
    await edit(bob.browser, { firstName: "Clio", version });
    const answer = await edit(ann, { role: "MEMBER", lastName: "Lee", version });
    expect([answer.status, answer.body.errors]).toEqual([
      409,
      [{ path: "firstName", message: "Clio, changed by bob@ornament.test" }],
    ]);
    expect(await written()).toEqual(["AdminProfileUpdated"]);
  });

  test("a change of another admin does not count as a change of the edited one", async () => {
    const version = await versionOf(cleo.id);
    await ann.put(adminPaths.update, { id: bob.id, lastName: "Other", email: "bo@ornament.test" });
    expect((await edit(ann, { lastName: "Lee", version })).status).toBe(200);
  });

  test("an edit repeated with its idempotency key keeps its success after a later change by somebody else", async () => {
    const version = await versionOf(cleo.id);
    const both = { role: "MEMBER", lastName: "Lee", version };
    const onlyRole = { role: "ADMIN", version: "" };
    expect((await edit(ann, both, "both")).status).toBe(200);
    onlyRole.version = await versionOf(cleo.id);
    expect((await edit(ann, onlyRole, "role")).status).toBe(200);
    await edit(bob.browser, { lastName: "Later", role: "MEMBER" });
    const before = await written();
    expect((await edit(ann, both, "both")).status).toBe(200);
    expect((await edit(ann, onlyRole, "role")).status).toBe(200);
    expect(await written()).toEqual(before);
  });

  test("exactly one of ten edits with one version is saved, whole, and the others are refused", async () => {
    const version = await versionOf(cleo.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        edit(n % 2 ? ann : bob.browser, {
          lastName: `Lee ${n}`,
          ...(n < 5 ? { role: "MEMBER" } : {}),
          version,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, "changed_meanwhile"]));
    expect((await adminEvents(api, cleo.id)).map(({ type }) => type)).toEqual(["AdminProfileUpdated"]);
  });

  test("the refusal names the caller in another window and a deleted account as the author of a change", async () => {
    const version = await versionOf(cleo.id);
    await edit(bob.browser, { firstName: "Clio" });
    const own = await edit(bob.browser, { lastName: "Lee", version });
    expect(own.body.message).toMatch(/^You, in another window, changed this after you opened it\./);
    expect(own.body.errors).toEqual([
      { path: "firstName", message: "Clio, changed by you in another window" },
    ]);
    await ann.delete(`/api/admin/delete/${bob.id}`);
    const deleted = await edit(ann, { lastName: "Lee", version });
    expect(deleted.body.message).toMatch(/^An admin whose account was deleted changed this/);
  });
});

describe("an edit of an admin's own profile with the version it was made on", () => {
  const self = (body: object) => cleo.browser.put(adminPaths.self, { id: cleo.id, ...body });

  test("an admin's own name saved after an IT Admin changed it is refused", async () => {
    const version = await versionOf(cleo.id);
    await edit(ann, { firstName: "Clio" });
    const answer = await self({ lastName: "Lee", version });
    expect([answer.status, answer.body.code, answer.body.errors]).toEqual([
      409,
      "changed_meanwhile",
      [{ path: "firstName", message: `Clio, changed by ${firstAdmin.email}` }],
    ]);
    expect((await self({ lastName: "Lee", version: await versionOf(cleo.id) })).status).toBe(200);
  });

  test("after an admin's own role was changed in another window, their own name is saved only from a page that shows the role", async () => {
    const version = await versionOf(cleo.id);
    await edit(cleo.browser, { role: "MEMBER" });
    const refreshed = await cleo.browser.get(adminPaths.refresh);
    cleo.browser.token = String(refreshed.body.accessToken);
    const answer = await self({ lastName: "Lee", version });
    expect(answer.body.errors).toEqual([
      { path: "role", message: "Customer support, changed by you in another window" },
    ]);
  });

  test("a changed password refuses no other edit, because no edit carries a version of it", async () => {
    const version = await versionOf(cleo.id);
    await edit(ann, { password: "Third-1-horse" });
    expect((await edit(bob.browser, { lastName: "Lee", version })).status).toBe(200);
    expect(await firstAdminId(api)).not.toBe(cleo.id);
  });
});
