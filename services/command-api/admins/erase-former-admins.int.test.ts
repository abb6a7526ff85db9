import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { streams } from "@ornament/contracts/events/streams";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { StoreRefusedError } from "@ornament/platform/eventstore/store-errors";
import { endingAfter } from "../testing/ending-store.ts";
import { firstAdmin, TestClock, testConfig, testParts, testStore } from "../testing/test-command-api.ts";
import { firstAdminBootstrap } from "./bootstrap.ts";
import { eraseFormerAdmins, startErasures } from "./erase-former-admins.ts";

const day = 24 * 3_600_000;
const retentionDays = 30;

let clock: TestClock;
let store: EventStore;
beforeEach(async () => {
  clock = new TestClock();
  store = testStore(clock);
  await firstAdminBootstrap(testParts({ store, clock: clock.now }), firstAdmin)();
});
afterEach(() => store.close());

const partsOn = (log: EventStore) =>
  testParts({ store: log, clock: clock.now, config: testConfig({ adminRetentionDays: retentionDays }) });
const directory = async () => (await store.read<AdminDirectoryEvent>(streams.adminDirectory)).events;
const emails = async () => (await directory()).map(({ data }) => ("email" in data ? data.email : undefined));

/** Deletes the first admin, as a second IT Admin could. */
async function deleteFirstAdmin(): Promise<number> {
  const { revision } = await store.read(streams.adminDirectory);
  const adminId = (await directory())[0]?.data.adminId ?? 0;
  const deleted = { type: "AdminAccountDeleted", data: { adminId, email: firstAdmin.email } };
  await store.append(streams.adminDirectory, revision, [deleted], {
    correlationId: "test",
    actor: { kind: "admin", id: 9, role: "ADMIN" },
  });
  return adminId;
}

test("a deleted admin's data are erased when the retention ends, and not before", async () => {
  const adminId = await deleteFirstAdmin();
  const parts = partsOn(store);
  clock.advance(retentionDays * day - 1);
  await eraseFormerAdmins(parts);
  expect(await emails()).toEqual([firstAdmin.email, firstAdmin.email]);
  clock.advance(1);
  await eraseFormerAdmins(parts);
  expect(await emails()).toEqual([null, null, undefined]);
  const recorded = (await directory()).at(-1);
  expect(recorded).toMatchObject({ type: "AdminDataErased", data: { adminId } });
  expect(recorded?.metadata.actor).toEqual({ kind: "system" });
});

test("an erasure that is cut off between the key and its record is completed by the next one", async () => {
  await deleteFirstAdmin();
  clock.advance(retentionDays * day);
  await expect(eraseFormerAdmins(partsOn(endingAfter(store, 1)))).rejects.toThrow(UnavailableError);
  expect(await emails()).toEqual([null, null]);
  await eraseFormerAdmins(partsOn(store));
  expect((await directory()).at(-1)?.type).toBe("AdminDataErased");
});

test("an admin who was erased with the account by an older version gets the record at the next start, once", async () => {
  const adminId = await deleteFirstAdmin();
  await store.erasePerson("admin", adminId);
  await eraseFormerAdmins(partsOn(store));
  await eraseFormerAdmins(partsOn(store));
  expect(await emails()).toEqual([null, null, undefined]);
});

test("without the right to erase, an erasure is not recorded", async () => {
  await deleteFirstAdmin();
  clock.advance(retentionDays * day);
  const refusing: EventStore = {
    ...store,
    erasePerson: async () => {
      throw new StoreRefusedError();
    },
  };
  await expect(eraseFormerAdmins(partsOn(refusing))).rejects.toThrow(StoreRefusedError);
  expect(await emails()).toEqual([firstAdmin.email, firstAdmin.email]);
});

test("erasures begin with the start of the service and end with its stop", async () => {
  await deleteFirstAdmin();
  clock.advance(retentionDays * day);
  await startErasures(partsOn(store)).stop();
  expect((await directory()).at(-1)?.type).toBe("AdminDataErased");
});
