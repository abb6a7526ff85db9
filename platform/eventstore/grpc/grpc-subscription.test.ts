import { PassThrough } from "node:stream";
import type { AllStreamSubscription } from "@eventstore/db-client";
import { expect, test } from "@jest/globals";
import type { Position } from "../position.ts";
import { GrpcSubscription } from "./grpc-subscription.ts";

test("a checkpoint of 2^64 − 1, which some servers send before the first event, is ignored", async () => {
  let reach: (position: Position) => void = () => undefined;
  const subscription = new GrpcSubscription((checkpointReached) => {
    reach = checkpointReached;
    const stream = new PassThrough({ objectMode: true });
    return Object.assign(stream, { unsubscribe: async () => undefined }) as unknown as AllStreamSubscription;
  });
  const end = 2n ** 64n - 1n;
  reach({ commit: end, prepare: end });
  reach({ commit: 2n ** 63n, prepare: 0n });
  reach({ commit: 7n, prepare: 7n });
  expect(await subscription.take(10)).toEqual([
    { kind: "checkpoint", position: { commit: 7n, prepare: 7n } },
  ]);
  await subscription.stop();
});
