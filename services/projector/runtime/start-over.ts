/**
 * The stored state is not what this projector left there: another one is at work, or the store was emptied. What is in
 * memory counts no more; everything is taken up again from what is stored.
 */
export class StartOver extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? {} : { cause });
    this.name = "StartOver";
  }
}

/**
 * The log is not the one that the documents were filled from: a place stored with them is not in it. The next start says
 * so and fills them anew.
 */
export class LogReplaced extends StartOver {
  constructor() {
    super("The read models stand at a place that is not in the log");
    this.name = "LogReplaced";
  }
}
