/**
 * The stored state was changed by another program: another projector is active, or the document store was
 * emptied. The state in memory must not be used any more. The next run starts from the stored state.
 */
export class StateInvalidated extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? {} : { cause });
    this.name = "StateInvalidated";
  }
}

/**
 * The event store differs from the one that the documents were filled from: it has no event at a stored
 * position. The next run refills the documents.
 */
export class LogReplaced extends StateInvalidated {
  constructor() {
    super("The read models have a position that is not in the log");
    this.name = "LogReplaced";
  }
}
