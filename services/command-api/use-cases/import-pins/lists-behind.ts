/** An import pauses while the lists don't include what it wrote so long ago. */
const mostMilliseconds = 800;
/** Lists that have not moved for so long are not waited for. */
const patienceMilliseconds = 2_000;
/** Of what is written within this time, only the first position is remembered. */
const markMilliseconds = 100;

interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/** Whether the lists are too far behind what an import has written. Times are in milliseconds. */
export class ListsBehind {
  /** What the lists don't include yet, as far as is known. */
  #marks: Mark[] = [];
  #lists: bigint | undefined;
  #movedAt = 0;

  /** To be called with the position of each write. */
  wrote(position: bigint, now: number): void {
    const last = this.#marks.at(-1);
    if (last === undefined) this.#movedAt = now;
    if (last === undefined || now - last.at >= markMilliseconds) this.#marks.push({ at: now, position });
  }

  /** To be called with the position that the lists have reached; `undefined` where it can't be found out. */
  listsAre(position: bigint | undefined, now: number): void {
    if (position !== undefined && position > (this.#lists ?? -1n)) this.#movedAt = now;
    this.#lists = position;
    if (position === undefined) return;
    const missing = this.#marks.findIndex((mark) => mark.position > position);
    this.#marks = missing < 0 ? [] : this.#marks.slice(missing);
  }

  /** Lists that stand still, or can't be asked, are not waited for: PINs can be imported without them. */
  isTooFar(now: number): boolean {
    const [oldest] = this.#marks;
    return (
      oldest !== undefined &&
      this.#lists !== undefined &&
      now - oldest.at >= mostMilliseconds &&
      now - this.#movedAt < patienceMilliseconds
    );
  }
}
