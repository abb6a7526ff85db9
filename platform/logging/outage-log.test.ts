import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { UnavailableError } from "../deadline/unavailable-error.ts";
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
  const newLines = () => lines.splice(0).map((line) => JSON.parse(line));
  return { log, newLines };
}

const refused = new Error("connect ECONNREFUSED 127.0.0.1:27017");

test("an outage is logged when it begins, then every minute, and when it ends", () => {
  const { log, newLines } = setUp();
  for (let n = 0; n < 50; n += 1) log.away(refused);
  const report = {
    msg: "Waiting for MongoDB, which does not answer",
    address: "mongodb.test:27017",
    reason: "connect ECONNREFUSED 127.0.0.1:27017",
  };
  expect(newLines()).toMatchObject([report]);
  jest.advanceTimersByTime(150_000);
  expect(newLines()).toMatchObject([report, report]);
  log.back();
  expect(newLines()).toMatchObject([{ msg: "MongoDB answers again", seconds: 150 }]);
  log.back();
  jest.advanceTimersByTime(60_000);
  expect(newLines()).toEqual([]);
  log.away(refused);
  expect(newLines()).toMatchObject([report]);
});

test("after stop() nothing more is logged of an outage", () => {
  const { log, newLines } = setUp();
  log.away(refused);
  newLines();
  log.stop();
  jest.advanceTimersByTime(60_000);
  log.away(refused);
  expect(newLines()).toEqual([]);
});

test("the logged reason of an outage is one line, without a stack and without the message for visitors", () => {
  const { log, newLines } = setUp();
  log.away(new UnavailableError(new Error("14 UNAVAILABLE: No connection established\n  at x")));
  const [line] = newLines();
  expect(line.reason).toBe("14 UNAVAILABLE: No connection established");
  expect(line.err).toBeUndefined();
  expect(reasonOf("text")).toBe("text");
});

test("the reason of an outage comes from `explain` and can be read while the outage lasts", () => {
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
