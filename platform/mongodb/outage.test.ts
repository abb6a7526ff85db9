import { expect, test } from "@jest/globals";
import { MongoDriverError, MongoNotConnectedError, MongoServerError } from "mongodb";
import { isOutage, isTemporary } from "./outage.ts";

const withCode = (code: unknown) => Object.assign(new Error("write failed"), { code });
const fromServer = (code: unknown) => new MongoServerError({ message: "refused", code });
class MongoWaitQueueTimeoutError extends MongoDriverError {
  override get name() {
    return "MongoWaitQueueTimeoutError";
  }
}

test.each<[string, unknown, boolean]>([
  ["a lost connection of the driver", new MongoNotConnectedError("gone"), true],
  ["an operation over its time", new DOMException("late", "TimeoutError"), true],
  ["an operation that was given up", new DOMException("given up", "AbortError"), false],
  ["no free connection in time", new MongoWaitQueueTimeoutError("full"), true],
  ["another error of the driver", new MongoDriverError("wrong use"), false],
  ["a connection that was reset", withCode("ECONNRESET"), true],
  ["a missing file", withCode("ENOENT"), false],
  ["a server that isn't the primary any more", fromServer(10_107), true],
  ["a server that stepped down, with its code as bigint", fromServer(189n), true],
  ["a duplicate key", fromServer(11_000), false],
  ["no error", undefined, false],
])("whether an error is an outage of the document store: %s", (_case, error, expected) => {
  expect(isOutage(error)).toBe(expected);
});

test("only an answer of a server that changes its role is worth another try at the same call", () => {
  expect(isTemporary(fromServer(91))).toBe(true);
  expect(isTemporary(withCode(91))).toBe(false);
  expect(isTemporary(new MongoNotConnectedError("gone"))).toBe(false);
});
