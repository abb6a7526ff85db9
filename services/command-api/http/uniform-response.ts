import { setTimeout as pause } from "node:timers/promises";
import { streams } from "@ornament/contracts/events/streams";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { AddressCallEvent } from "@ornament/contracts/sign-in/address-call-events";
import { countingCalls, type StoreCalls } from "@ornament/platform/eventstore/calls/log-calls";
import { expiringStreams } from "@ornament/platform/eventstore/client/expiring-streams";
import { requestIds } from "@ornament/platform/logging/correlation";
import type { Dependencies } from "../dependencies.ts";

/** Hides small differences, such as those between reads of long and short streams. */
const tickMilliseconds = 50;
const keptSeconds = 3600;
/** The number of events that are read of an account. */
const eventsRead = 16;
const system = { kind: "system" } as const;
const stream = streams.addressCalls;

/**
 * For calls whose answer must not show whether an account exists: the time of the answer is the same. `most`
 * is the largest number of event store calls that the work makes. Work that needs fewer makes up the
 * difference with reads and appends that have no effect, because each is slow under load. Then the answer
 * waits for a whole number of ticks.
 */
export function uniformAnswers({ store, logger }: Pick<Dependencies, "store" | "logger">) {
  const expire = expiringStreams({ store, logger, seconds: keptSeconds, remembered: 1 });

  /** Makes the calls that are missing to `most`. */
  const makeUp = async (most: StoreCalls, calls: StoreCalls): Promise<void> => {
    for (let n = calls.reads; n < most.reads; n += 1)
      await store.read(stream, { backwards: true, maxCount: eventsRead });
    for (let n = calls.appends; n < most.appends; n += 1) {
      const event: AddressCallEvent = { type: "AddressCallAnswered", data: {} };
      await store.append(stream, "any", [event], {
        correlationId: "",
        ...requestIds.current,
        actor: system,
      });
      expire(stream);
    }
  };

  /** Waits until a whole number of ticks is over since `began`, a time of `performance.now()`. */
  const untilTick = async (began: number): Promise<void> => {
    const spent = performance.now() - began;
    await pause(tickMilliseconds - (spent % tickMilliseconds));
  };

  /** Returns the result of the work, or throws its refusal. */
  const inUniformTime = async <T>(most: StoreCalls, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const calls: StoreCalls = { reads: 0, appends: 0 };
    const [outcome] = await Promise.allSettled([countingCalls(calls, work)]);
    const failed = outcome.status === "rejected" && !isRefused(outcome.reason);
    if (!failed) await makeUp(most, calls);
    await untilTick(began);
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  };

  return {
    inUniformTime,
    makeUp,
    untilTick,
    /** Refusals are not answered. Errors from 500 on are. */
    withoutRefusals: (most: StoreCalls, work: () => Promise<void>): Promise<void> =>
      inUniformTime(most, work).catch((error: unknown) => {
        if (!isRefused(error)) throw error;
      }),
  };
}

const isRefused = (error: unknown) => error instanceof Refusal && error.status < 500;
