import { followUp, type PositionTracker } from "@ornament/platform/commands/context";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Aggregates } from "../../aggregates/aggregates.ts";

/** Releases a PIN, unless it has another owner now. `cause`: the event that this follows from. */
export type ReleasePin = (release: {
  code: string;
  consumerId: number;
  cause: StoredEvent;
  positions?: PositionTracker | undefined;
}) => Promise<void>;

interface Needs {
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly clock: () => Date;
}

export const releasePin =
  ({ pins, clock }: Needs): ReleasePin =>
  async ({ code, consumerId, cause, positions }) => {
    const context = followUp(cause, "release-pin", { now: clock(), positions });
    await pins.handle(code, { type: "Release", consumerId }, context);
  };
