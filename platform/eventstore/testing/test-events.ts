import { defineEvents, type EventsOf, eventOf, personal } from "@ornament/contracts/events/definition";
import { personKeyEvents } from "@ornament/contracts/events/person-key";
import { snapshotEvents } from "@ornament/contracts/events/snapshot";
import { z } from "zod";
import type { AppendMetadata } from "../event-store.ts";

/** Events for tests of the event store client. */
export const eventOfOwner = eventOf({ kind: "consumer", field: "ownerId" });
export const counterEvents = defineEvents({
  CounterRaised: eventOfOwner({ fields: { by: z.number().int() } }),
  CounterNamed: eventOfOwner({
    fields: { ownerId: z.number().int(), name: personal(z.string()), nickname: personal(z.string()) },
  }),
});
export type CounterEvent = EventsOf<typeof counterEvents>;

export const testDefinitions = [
  ...Object.values(counterEvents),
  ...Object.values(personKeyEvents),
  ...Object.values(snapshotEvents),
];
export const testMetadata: AppendMetadata = { correlationId: "test", actor: { kind: "system" } };
export const raised = (by: number): CounterEvent => ({ type: "CounterRaised", data: { by } });
export const named = (ownerId: number, name: string): CounterEvent => ({
  type: "CounterNamed",
  data: { ownerId, name, nickname: null },
});

/** The number of times that other code could run during the work. */
export async function runsOfOthers(work: () => Promise<unknown>): Promise<number> {
  let runs = 0;
  let working = true;
  const count = () => {
    runs += 1;
    if (working) setImmediate(count);
  };
  setImmediate(count);
  await work();
  working = false;
  return runs;
}
