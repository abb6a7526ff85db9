import { expect, test } from "@jest/globals";
import { within, withinDeadline } from "../../deadline/deadline.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { silentLogger } from "../../logging/logger.ts";
import { serverKey } from "../../tokens/keyed-hash.ts";
import { gate } from "../../waiting/testing/gate.ts";
import { StallingLog } from "../testing/stalling-log.ts";
import { raised, testDefinitions, testMetadata } from "../testing/test-events.ts";
import { createEventStore } from "./event-store-client.ts";

const never = () => new Promise<never>(() => undefined);

function stalling() {
  const log = new StallingLog();
  const store = createEventStore(log, {
    definitions: testDefinitions,
    masterKey: serverKey(Buffer.alloc(32, 7)),
    logger: silentLogger(),
  });
  return { log, store, append: () => store.append("counter-1", "any", [raised(1)], testMetadata) };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("calls of a request that are made one after another share its deadline", async () => {
  let calls: Promise<unknown> | undefined;
  const callOften = async () => {
    for (let call = 1; call < 50; call += 1) await failureOf(within(40, never()));
    return failureOf(within(40, never()));
  };
  await expect(withinDeadline(150, () => (calls = callOften()))).rejects.toThrow(UnavailableError);
  expect(await calls).toMatchObject({ cause: { message: "No answer within 0 ms" } });
});

test("a read that the store does not answer is refused as unavailable at the request's deadline", async () => {
  const { log, store } = stalling();
  log.stalled = true;
  let read: Promise<unknown> | undefined;
  const error = await failureOf(withinDeadline(100, () => (read = store.read("counter-1"))));
  expect(error).toBeInstanceOf(UnavailableError);
  expect(error).toMatchObject({ code: "unavailable" });
  expect(await failureOf(read ?? never())).toMatchObject({
    cause: {
      message: expect.stringMatching(/^(No answer within \d+ ms|There is no time left for the store)$/),
    },
  });
});

test("an append that the store does not answer has an unknown outcome at the request's deadline", async () => {
  const { log, store, append } = stalling();
  await append();
  const error = await failureOf(
    withinDeadline(400, async () => {
      await store.read("counter-1");
      log.stalled = true;
      await append();
    }),
  );
  expect(error).toMatchObject({ code: "outcome_unknown", status: 503 });
});

test("no append is begun for a request whose deadline has passed", async () => {
  const { log, append } = stalling();
  let late: Promise<unknown> = never();
  const { open: wake, opened: awake } = gate();
  const refused = withinDeadline(30, () => {
    late = awake.then(append);
    return late;
  });
  await expect(refused).rejects.toMatchObject({ code: "unavailable" });
  wake();
  await expect(late).rejects.toBeInstanceOf(UnavailableError);
  expect(log.appends).toBe(0);
});
