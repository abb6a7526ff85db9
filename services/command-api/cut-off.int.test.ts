import { afterEach, expect, test } from "@jest/globals";
import { categoryOf } from "@ornament/contracts/events/streams";
import type { PlainEvent } from "@ornament/platform/eventstore/event-store";
import { startCompletions } from "./steps/completions.ts";
import { endingAfter } from "./testing/ending-store.ts";
import { multiStreamCommands, partly, type Send } from "./testing/multi-stream-commands.ts";
import { startTestCommandApi, type TestCommandApi } from "./testing/test-command-api.ts";

/**
 * Each command that writes to several streams is cut off after each of its writes. After another process
 * repeats it, the result is the same as without the cut, also if the completions run first. A command that is
 * never repeated is complete or has no effect.
 */
const running: TestCommandApi[] = [];
afterEach(() => Promise.all(running.splice(0).map((api) => api.stop())));

async function complete({ parts }: TestCommandApi): Promise<void> {
  const completions = startCompletions(parts, { graceMilliseconds: 0 });
  await completions.caughtUp();
  await completions.stop();
}

/** The fields of an event that are the same each time: no ids, nonces or hashes. */
const compared = ["code", "email", "name", "firstName", "lastName", "role", "marketingEmail", "reason"];
const categories = ["adminDirectory", "admin", "consumer", "consumerEmail", "pin"];

function inShort({ type, data }: PlainEvent): string {
  const fields = Object.entries(data as Record<string, unknown>).filter(([name]) => compared.includes(name));
  return `${type} ${JSON.stringify(Object.fromEntries(fields.toSorted()))}`;
}

/**
 * The events of all streams. The stream of an email address gives only its last event, which says whether the
 * address is claimed.
 */
async function state({ store }: TestCommandApi): Promise<string[]> {
  const names = new Set<string>();
  for await (const { stream } of store.readAll()) names.add(stream);
  const streams = await Promise.all(
    [...names]
      .filter((name) => categories.includes(categoryOf(name)))
      .map(async (name) => ({ category: categoryOf(name), events: (await store.read(name)).events })),
  );
  return streams
    .map(({ category, events }) => ({
      category,
      told: (category === "consumerEmail" ? events.slice(-1) : events).map(inShort),
    }))
    .map(({ category, told }) => `${category}: ${told.join(", ")}`)
    .toSorted();
}

/** A service whose process ends after this number of the command's writes, or never without a number. */
async function cutOff(prepare: (api: TestCommandApi) => Promise<Send>, after = Number.POSITIVE_INFINITY) {
  const api = await startTestCommandApi();
  running.push(api);
  const send = await prepare(api);
  const before = await state(api);
  const store = endingAfter(api.store, after);
  const dying = await api.replica(store);
  const { status } = await send(dying);
  return { api, send, before, status, writes: store.writes() };
}

test.each(Object.entries(multiStreamCommands))(
  "%s that is cut off after any of its writes and then repeated has the same result as without the cut",
  async (name, prepare) => {
    const whole = await cutOff(prepare);
    await complete(whole.api);
    const expected = await state(whole.api);
    expect(expected).not.toEqual(whole.before);
    for (let writes = 0; writes < whole.writes; writes += 1) {
      for (const completedFirst of [false, true]) {
        const cut = await cutOff(prepare, writes);
        expect([writes, cut.writes, cut.status]).toEqual([writes, writes, 503]);
        const next = await cut.api.replica();
        if (completedFirst) {
          await complete(next);
          const left = await state(next);
          if (!(name in partly)) expect([cut.before, expected]).toContainEqual(left);
        }
        expect([writes, (await cut.send(next)).status]).toEqual([writes, whole.status]);
        await complete(next);
        expect({ writes, completedFirst, state: await state(next) }).toEqual({
          writes,
          completedFirst,
          state: expected,
        });
      }
    }
  },
);
