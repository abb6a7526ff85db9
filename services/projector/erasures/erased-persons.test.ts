import { expect, test } from "@jest/globals";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { facts } from "../testing/facts.ts";
import { storeOn } from "../testing/memory-store.ts";
import { findErased } from "./erased-persons.ts";
import { readToHead } from "./read-to-head.ts";

const system = { correlationId: "test", actor: { kind: "system" } } as const;

function clientOn(log: InMemoryLog) {
  const erased = new Set<string>();
  const store = storeOn(log, { erased });
  return { store, erased };
}

async function addressesIn(log: InMemoryLog): Promise<unknown[]> {
  const { store, erased } = clientOn(log);
  await findErased(store, erased);
  const found: unknown[] = [];
  await readToHead(store, { head: await store.head() }, async (events) => {
    for (const { type, data } of events)
      if (type === "ConsumerRegistered" || type === "AdminAccountCreated")
        found.push((data as { email: string | null }).email);
  });
  await store.close();
  return found;
}

test("a deleted consumer's data can't be read, before and after the key is erased", async () => {
  const log = new InMemoryLog();
  const { store } = clientOn(log);
  await store.append("consumer-7", "no_stream", [facts.registered()], system);
  expect(await addressesIn(log)).toEqual(["parent@example.com"]);
  await store.append("consumer-7", "any", [facts.consumerDeleted()], system);
  expect(await addressesIn(log)).toEqual([null]);
  await store.erasePerson("consumer", 7);
  expect(await addressesIn(log)).toEqual([null]);
});

test("a deleted admin's data can be read until the key is erased", async () => {
  const log = new InMemoryLog();
  const { store } = clientOn(log);
  await store.append("adminDirectory-main", "no_stream", [facts.adminCreated()], system);
  await store.append("adminDirectory-main", "any", [facts.adminDeleted()], system);
  expect(await addressesIn(log)).toEqual(["it@example.com"]);
  await store.erasePerson("admin", 3);
  expect(await addressesIn(log)).toEqual([null]);
});

test("an admin's data can't be read after the event that erases them, before the key is erased", async () => {
  const log = new InMemoryLog();
  const { store } = clientOn(log);
  await store.append("adminDirectory-main", "no_stream", [facts.adminCreated()], system);
  const end = { type: "AdminDataErased", data: { adminId: 3 } } as const;
  await store.append("adminDirectory-main", "any", [facts.adminDeleted(), end], system);
  expect(await addressesIn(log)).toEqual([null]);
});

test("a failure of the work ends the reading", async () => {
  const log = new InMemoryLog();
  const { store } = clientOn(log);
  await store.append("consumer-7", "no_stream", [facts.registered()], system);
  const reading = readToHead(store, { head: await store.head() }, async () => {
    throw new Error("the disk is full");
  });
  await expect(reading).rejects.toThrow("the disk is full");
});
