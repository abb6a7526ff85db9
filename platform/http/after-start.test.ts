import { expect, test } from "@jest/globals";
import type { NextFunction, Request, Response } from "express";
import { afterStart } from "./after-start.ts";

/** A request to a service whose state the test changes. */
function requestTo(service: { starting: boolean; away: boolean }, patience?: number) {
  const handler = afterStart(
    { isStarting: () => service.starting, isStoreAway: () => service.away },
    patience,
  );
  const response = { destroyed: false };
  let isServed = false;
  const next: NextFunction = () => {
    isServed = true;
  };
  const answered = handler({} as Request, response as Response, next) as unknown as Promise<void>;
  return { response, answered: answered.then(() => isServed) };
}

test("a request that arrives while a service starts is served when the start is complete", async () => {
  const service = { starting: true, away: false };
  const { answered } = requestTo(service);
  setImmediate(() => {
    service.starting = false;
  });
  expect(await answered).toBe(true);
});

test("a request that arrives after the start is served without a wait", async () => {
  expect(await requestTo({ starting: false, away: true }).answered).toBe(true);
});

test("a request is refused as soon as the start is known to wait for a store that doesn't answer", async () => {
  const service = { starting: true, away: false };
  const { answered } = requestTo(service);
  service.away = true;
  await expect(answered).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
});

test("a request is refused when the start takes longer than the patience", async () => {
  await expect(requestTo({ starting: true, away: false }, 0).answered).rejects.toMatchObject({
    code: "unavailable",
  });
});

test("a request waits no longer when its caller has disconnected", async () => {
  const { response, answered } = requestTo({ starting: true, away: false });
  response.destroyed = true;
  await expect(answered).rejects.toMatchObject({ code: "unavailable" });
});
