import { stoppedText } from "@ornament/contracts/read-models/projection-status";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { GenerationWriter } from "../generations/generation-writer.ts";
import { projectAll } from "../generations/project.ts";
import type { GenerationRegistry } from "../generations/registry.ts";

/** A reason why a former state can't be filled, in words, without a full stop. */
export class NotFillable extends Error {
  /** No event is about the subject of an evidence file. */
  readonly isUnknown: boolean;

  constructor(reason: string, { isUnknown = false } = {}) {
    super(reason);
    this.isUnknown = isUnknown;
  }
}

/** Folds a batch into former states. Throws `NotFillable` for one that stops. */
export async function foldInto(
  writers: readonly GenerationWriter[],
  events: StoredEvent[],
  registry: GenerationRegistry,
): Promise<void> {
  await projectAll(writers, events, registry);
  for (const { stopped } of writers) if (stopped) throw new NotFillable(stoppedText(stopped));
}
