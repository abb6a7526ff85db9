import { Refusal } from "@ornament/contracts/routes/errors";
import { type CounterEvent, raised } from "../../eventstore/testing/test-events.ts";
import type { Decider } from "../decider.ts";

export interface Raise {
  by: number;
  limit: number;
}

/** Adds up the amounts of its raises and refuses to exceed the limit. */
export const counter: Decider<number, Raise, CounterEvent> = {
  initialState: () => 0,
  decide: ({ by, limit }, total) => {
    if (total + by > limit) throw new Refusal("device_limit_reached");
    return by === 0 ? [] : [raised(by)];
  },
  evolve: (total, event) => (event.type === "CounterRaised" ? total + event.data.by : total),
};
