import { expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import type { ConsumerEvent } from "@ornament/contracts/consumers/events";
import { streams } from "@ornament/contracts/events/streams";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { firstAdminBootstrap } from "../admins/bootstrap.ts";
import { endingAfter } from "../testing/ending-store.ts";
import { apiForEachTest } from "../testing/running-api.ts";
import { firstAdmin, testParts } from "../testing/test-command-api.ts";
import { issuePins, signedInConsumer } from "../testing/test-consumer.ts";
import { eraseAgain } from "./delete-account.ts";

const api = apiForEachTest();

const partsOf = (store = api.store) => testParts({ store, secrets: api.parts.secrets });
const consumerEvents = async (id: number) =>
  (await api.store.read<ConsumerEvent>(streams.consumer(id))).events;
const directory = async () => (await api.store.read<AdminDirectoryEvent>(streams.adminDirectory)).events;

/** A consumer with a PIN, as an older backup brings them back. */
async function consumerWithPin(): Promise<number> {
  await issuePins(api, "BACK001");
  const { browser, id, email } = await signedInConsumer(api, "back@example.com");
  const pin = [{ pin: "BACK001", name: "Mia" }];
  await browser.put("/api/user/activate-pin", { userId: id, email, pin, device: "Mozilla/5.0" });
  return id;
}

test("a consumer whom a restore has brought back is deleted and erased, and the PIN and the address are free", async () => {
  const id = await consumerWithPin();
  await eraseAgain(partsOf())({ kind: "consumer", id });
  const events = await consumerEvents(id);
  expect(events[0]?.data).toMatchObject({ consumerId: id, email: null });
  expect(events.at(-1)).toMatchObject({
    type: "ConsumerAccountDeleted",
    metadata: { actor: { kind: "system" } },
  });
  expect((await api.store.read(streams.pin("BACK001"))).events.at(-1)?.type).toBe("PinReleased");
  expect((await signedInConsumer(api, "back@example.com")).id).not.toBe(id);
});

test("an erasure that is cut off anywhere is completed by the next one, and repeating it adds no event", async () => {
  const id = await consumerWithPin();
  for (let calls = 1; ; calls += 1) {
    const cut = eraseAgain(partsOf(endingAfter(api.store, calls)))({ kind: "consumer", id });
    const isDone = await cut.then(
      () => true,
      (error) => {
        expect(error).toBeInstanceOf(UnavailableError);
        return false;
      },
    );
    if (isDone) break;
  }
  await eraseAgain(partsOf())({ kind: "consumer", id });
  const types = (await consumerEvents(id)).map(({ type }) => type);
  expect(types.filter((type) => type === "ConsumerAccountDeleted")).toHaveLength(1);
  expect((await consumerEvents(id))[0]?.data).toMatchObject({ email: null });
});

test("the only IT Admin whom a restore has brought back is erased, and the next start creates a first IT Admin", async () => {
  const adminId = (await directory())[0]?.data.adminId ?? 0;
  await eraseAgain(partsOf())({ kind: "admin", id: adminId });
  await eraseAgain(partsOf())({ kind: "admin", id: adminId });
  expect((await directory()).map(({ type, data }) => [type, "email" in data && data.email])).toEqual([
    ["AdminAccountCreated", null],
    ["AdminAccountDeleted", null],
    ["AdminDataErased", false],
  ]);
  const { password } = await firstAdminBootstrap(partsOf(), { email: firstAdmin.email })();
  expect(password).toBeDefined();
  expect((await directory()).at(-1)).toMatchObject({ type: "AdminAccountCreated", data: { role: "ADMIN" } });
});

test("the key of a registration without an account is erased", async () => {
  await eraseAgain(partsOf())({ kind: "consumer", id: 4711 });
  expect(await consumerEvents(4711)).toEqual([]);
});
