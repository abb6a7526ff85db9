import type { ActorName, Stage } from "./stage.ts";

/** An entry that an act leaves in the System action log. */
export interface Expected {
  readonly action: string;
  /** Whom and what it is about, without the actor: names of the stage, PINs, or settings. */
  readonly about?: readonly string[];
  /** From what to what: `Role: Customer support → Auditor`, with `(none)` before a first value. */
  readonly fromTo?: readonly string[];
  /** The new value, which has the comment: why. */
  readonly value?: string;
  /** It starts the session, so its place is recorded also in an act that began without one. */
  readonly startsSession?: true;
}

/** One request of one actor that has an effect worth asking about. */
export interface Act {
  readonly by: ActorName;
  readonly does: string;
  play(stage: Stage): Promise<unknown>;
  /** The actor's role at that time, where it is not the first one. */
  readonly as?: string;
  /**
   * The actor was not signed in, so no session tells the browser and the network address. They are not
   * recorded: a stranger could be at another place than the person whom the act names.
   */
  readonly withoutSession?: true;
  /** The first entry, and those that are part of the same act: what else happened. */
  readonly leaves: readonly [Expected, ...Expected[]];
}
