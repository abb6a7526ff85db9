import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import type { Position } from "../position.ts";
import { type SubscriptionCall, subscriptionOn } from "./grpc-subscription.ts";

test("a checkpoint of 2^64 − 1, which some servers send before the first event, is ignored", async () => {
  const call = Object.assign(new PassThrough({ objectMode: true }), { cancel: () => undefined });
  const subscription = subscriptionOn(async () => call as unknown as SubscriptionCall);
  const reach = (position: Position) => call.write({ kind: "checkpoint", position });
  const end = 2n ** 64n - 1n;
  reach({ commit: end, prepare: end });
  reach({ commit: 2n ** 63n, prepare: 0n });
  reach({ commit: 7n, prepare: 7n });
  expect(await subscription.take(10)).toEqual([
    { kind: "checkpoint", position: { commit: 7n, prepare: 7n } },
  ]);
  await subscription.stop();
});

test("a subscription whose call can't be opened ends with the reason", async () => {
  const subscription = subscriptionOn(async () => {
    throw new Error("no connection");
  });
  await expect(subscription.take(1)).rejects.toThrow("no connection");
  await subscription.stop();
});
