import type { FindCursor } from "mongodb";

/** The server closes a cursor that nobody has read from for ten minutes, and its session after thirty. */
const aheadMilliseconds = 4 * 60_000;
/** With batches of some hundred documents this is an hour, and a few megabytes at most. */
const mostAhead = 15;

export type Rows<D> = Pick<FindCursor<D>, "next" | "readBufferedDocuments" | "close" | "id">;

/**
 * The documents of a cursor at the reader's pace, however slow: while the reader needs nothing, a batch is taken ahead
 * every four minutes, so that the server keeps the cursor. After an hour that ends, and a reader who comes back later than
 * the server waits gets an error. What ends without an error was read to its end.
 */
export async function* patientRows<D>(
  cursor: Rows<D>,
  { every = aheadMilliseconds, most = mostAhead } = {},
): AsyncGenerator<D> {
  const batches = new Batches(cursor);
  let ahead = 0;
  const timer = setInterval(() => {
    if (ahead++ < most) batches.takeAhead();
  }, every).unref();
  try {
    for (;;) {
      const rows = await batches.next();
      if (!rows) return;
      ahead = 0;
      timer.refresh();
      yield* rows;
    }
  } finally {
    clearInterval(timer);
    await cursor.close();
  }
}

/** A cursor by batches, some of which may have been taken before they are asked for. */
class Batches<D> {
  readonly #cursor: Rows<D>;
  readonly #taken: Promise<D[] | undefined>[] = [];
  #last: Promise<D[] | undefined> = Promise.resolve([]);

  constructor(cursor: Rows<D>) {
    this.#cursor = cursor;
  }

  /** `undefined` after the last. */
  next(): Promise<D[] | undefined> {
    if (this.#taken.length === 0) this.takeAhead();
    return this.#taken.shift() ?? this.#last;
  }

  takeAhead(): void {
    // After the end, or a failure, there is nothing more to be taken: whoever reads on meets it.
    this.#last = this.#last.then((before) => before && this.#take());
    this.#last.catch(() => undefined);
    this.#taken.push(this.#last);
  }

  async #take(): Promise<D[] | undefined> {
    const first = await this.#cursor.next();
    if (first !== null) return [first, ...this.#cursor.readBufferedDocuments()];
    // A cursor that was closed from elsewhere has no more documents either.
    if (this.#cursor.id && !this.#cursor.id.isZero()) throw new Error("A cursor was closed before its end");
    return undefined;
  }
}
