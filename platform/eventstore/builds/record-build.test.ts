import { randomBytes } from "node:crypto";
import { expect, test } from "@jest/globals";
import { buildEvents } from "@ornament/contracts/events/build";
import { type EventDefinition, event } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { InMemoryLog } from "@ornament/testing/event-log/in-memory-log";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { createEventStore } from "../client/event-store-client.ts";
import { recordBuild } from "./record-build.ts";

const same = (data: unknown) => data as object;
const eventAt = (type: string, version = 1): EventDefinition => ({
  type,
  ...event({ fields: {}, upcasters: Array.from({ length: version - 1 }, () => same) as never }),
});
const opened = eventAt("Opened");
const shut = eventAt("Shut");
const shutAgain = eventAt("Shut", 3);

/** Starts of builds on one event store, each with its events. */
function eventStore() {
  const log = new InMemoryLog();
  const masterKey = serverKey(randomBytes(32));
  const lines: string[] = [];
  const start = async (...events: EventDefinition[]) => {
    const definitions = [...Object.values(buildEvents), ...events];
    const store = createEventStore(log, { definitions, masterKey, logger: silentLogger() });
    const logger = { warn: (_: unknown, line: string) => lines.push(line) };
    await recordBuild(store, { definitions, correlationId: "start", logger: logger as never });
    const { events: recorded } = await store.read(streams.builds);
    return recorded.length;
  };
  return { start, lines };
}

test("a build records its events at its first start, and later starts write nothing", async () => {
  const { start, lines } = eventStore();
  await Promise.all([start(opened), start(opened), start(opened)]);
  expect(await start(opened)).toBe(1);
  expect(lines).toEqual([]);
});

test("a build with a further event, or a further version of one, records its events", async () => {
  const { start, lines } = eventStore();
  expect(await start(opened)).toBe(1);
  expect(await start(opened, shut)).toBe(2);
  expect(await start(opened, shutAgain)).toBe(3);
  expect(lines).toEqual([]);
});

test("a former build says in one line which events of a newer build it can't read, and records nothing", async () => {
  const { start, lines } = eventStore();
  await start(shut);
  await start(opened, shutAgain);
  expect(await start(shut)).toBe(2);
  expect(lines).toEqual([
    "A newer build, source, has run on this event store. This build can't read these of its events: Shut (version 3), Opened. docs/operations.md#upgrade-and-go-back says what that means",
  ]);
});

test("a build that has lost an event and brought another says so, and records its events", async () => {
  const { start, lines } = eventStore();
  await start(opened);
  expect(await start(shut)).toBe(2);
  expect(lines).toHaveLength(1);
});
