import { CommandError } from "../protocol/errors.ts";

/** A small number, because a search in a single long text can take a tenth of a second. */
const CHECK_EVERY = 16;

/** The client's `maxTimeMS`, checked regularly in loops over documents. */
export class Deadline {
  private passes = 0;
  private readonly end: number | undefined;

  /** `milliseconds` 0 or undefined: no limit. */
  constructor(milliseconds?: number) {
    this.end = milliseconds ? Date.now() + milliseconds : undefined;
  }

  /** Throws MaxTimeMSExpired. */
  check(): void {
    if (this.end === undefined || ++this.passes % CHECK_EVERY !== 0) return;
    if (Date.now() > this.end) throw new CommandError(50, "operation exceeded time limit");
  }
}
