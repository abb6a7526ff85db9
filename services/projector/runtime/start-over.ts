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
