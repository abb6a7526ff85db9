import type { FindCursor } from "mongodb";

/** The server closes a cursor after ten minutes without a read, and its logical session after thirty. */
const aheadMilliseconds = 4 * 60_000;
/** One hour. With batches of some hundred documents it is at most a few megabytes. */
const mostAhead = 15;

export type Rows<D> = Pick<FindCursor<D>, "next" | "readBufferedDocuments" | "close" | "id">;

/** The documents of `patientBatches`, one by one. */
export async function* patientRows<D>(cursor: Rows<D>): AsyncGenerator<D> {
  for await (const rows of patientBatches(cursor)) yield* rows;
}

/**
 * The batches of a cursor for a slow reader. While the reader takes nothing, a batch is read ahead every four minutes, so
 * that the server keeps the cursor. This ends after an hour. If the server has then closed the cursor, the reader gets an
 * error. Documents that end without an error are complete.
 */
export async function* patientBatches<D>(
  cursor: Rows<D>,
  { every = aheadMilliseconds, most = mostAhead } = {},
): AsyncGenerator<D[]> {
  const batches = new Batches(cursor);
  let ahead = 0;
  const timer = setInterval(() => {
    if (ahead++ < most) batches.readAhead();
  }, every).unref();
  try {
    for (;;) {
      const rows = await batches.next();
      if (!rows) return;
      ahead = 0;
      timer.refresh();
      yield rows;
    }
  } finally {
    clearInterval(timer);
    await cursor.close();
  }
}

/** Reads a cursor in batches, some of them ahead. */
class Batches<D> {
  readonly #cursor: Rows<D>;
  readonly #taken: Promise<D[] | undefined>[] = [];
  #last: Promise<D[] | undefined> = Promise.resolve([]);

  constructor(cursor: Rows<D>) {
    this.#cursor = cursor;
  }

  /** The next batch, or `undefined` after the last. */
  next(): Promise<D[] | undefined> {
    if (this.#taken.length === 0) this.readAhead();
    return this.#taken.shift() ?? this.#last;
  }

  readAhead(): void {
    // After the end or a failure nothing more is read. `next` returns or throws it.
    this.#last = this.#last.then((before) => before && this.#take());
    this.#last.catch(() => undefined);
    this.#taken.push(this.#last);
  }

  async #take(): Promise<D[] | undefined> {
    const first = await this.#cursor.next();
    if (first !== null) return [first, ...this.#cursor.readBufferedDocuments()];
    // A cursor that something else closed also returns no more documents.
    if (this.#cursor.id && !this.#cursor.id.isZero()) throw new Error("A cursor was closed before its end");
    return undefined;
  }
}
