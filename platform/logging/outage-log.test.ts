import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { UnavailableError } from "../eventstore/event-store.ts";
import { createLogger } from "../logging/logger.ts";
import { outageLog, reasonOf } from "./outage-log.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function setUp() {
  const lines: string[] = [];
  const logger = createLogger({ name: "test", destination: { write: (line: string) => lines.push(line) } });
  const log = outageLog(logger, { store: "MongoDB", address: "mongodb.test:27017" });
  const said = () => lines.splice(0).map((line) => JSON.parse(line));
  return { log, said };
}

const refused = new Error("connect ECONNREFUSED 127.0.0.1:27017");

test("an outage is told at once, then each minute, and its end", () => {
  const { log, said } = setUp();
  for (let n = 0; n < 50; n += 1) log.away(refused);
  const told = {
    msg: "Waiting for MongoDB, which does not answer",
    address: "mongodb.test:27017",
    reason: "connect ECONNREFUSED 127.0.0.1:27017",
  };
  expect(said()).toMatchObject([told]);
  jest.advanceTimersByTime(150_000);
  expect(said()).toMatchObject([told, told]);
  log.back();
  expect(said()).toMatchObject([{ msg: "MongoDB answers again", seconds: 150 }]);
  log.back();
  jest.advanceTimersByTime(60_000);
  expect(said()).toEqual([]);
  log.away(refused);
  expect(said()).toMatchObject([told]);
});

test("a stop ends it without a word", () => {
  const { log, said } = setUp();
  log.away(refused);
  said();
  log.stop();
  jest.advanceTimersByTime(60_000);
  log.away(refused);
  expect(said()).toEqual([]);
});

test("the reason is one line, without a stack and without a sentence for visitors", () => {
  const { log, said } = setUp();
  log.away(new UnavailableError(new Error("14 UNAVAILABLE: No connection established\n  at x")));
  const [line] = said();
  expect(line.reason).toBe("14 UNAVAILABLE: No connection established");
  expect(line.err).toBeUndefined();
  expect(reasonOf("text")).toBe("text");
});

test("who explains failures is asked for the reason, which can be looked up while the outage lasts", () => {
  const lines: string[] = [];
  const logger = createLogger({ name: "test", destination: { write: (line: string) => lines.push(line) } });
  const explain = () => "Nobody listens there.";
  const log = outageLog(logger, { store: "MongoDB", address: "mongodb.test:27017", explain });
  expect(log.reason()).toBeUndefined();
  log.away(refused);
  expect(log.reason()).toBe("Nobody listens there.");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reason: "Nobody listens there." }]);
  log.back();
  expect(log.reason()).toBeUndefined();
});
