import type { ReadyJson } from "@ornament/platform/http/answer-json";

interface Limits {
  /** Of all answers together. */
  readonly bytes: number;
  /** How long an answer is kept where nobody asks whether the read models have moved. */
  readonly milliseconds: number;
}

const usualLimits: Limits = { bytes: 4 * 1024 * 1024, milliseconds: 5_000 };

/**
 * Answers by the path and query that were asked for, while no read model moves. They hold personal data, so they are forgotten as
 * soon as a look at the registry shows a move, and a few seconds after the first of them in any case.
 */
export class KnownAnswers {
  readonly #limits: Limits;
  readonly #answers = new Map<string, ReadyJson>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #moved = false;

  constructor(limits: Limits = usualLimits) {
    this.#limits = limits;
  }

  get(url: string): ReadyJson | undefined {
    return this.#answers.get(url);
  }

  /** Keeps an answer, in place of the oldest ones if there are too many. */
  keep(url: string, answer: ReadyJson): void {
    const size = sizeOf(url, answer);
    if (this.#moved || size > this.#limits.bytes) return;
    this.#remove(url);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes + size <= this.#limits.bytes) break;
      this.#remove(oldest);
    }
    this.#answers.set(url, answer);
    this.#bytes += size;
    this.#timer ??= setTimeout(() => this.#clear(), this.#limits.milliseconds).unref();
  }

  /** To be called when a read model has moved. An answer that is still being read is not kept any more. */
  end(): void {
    this.#moved = true;
    this.#clear();
  }

  #remove(url: string): void {
    const known = this.#answers.get(url);
    if (known === undefined) return;
    this.#answers.delete(url);
    this.#bytes -= sizeOf(url, known);
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#answers.clear();
    this.#bytes = 0;
  }
}

/** An upper bound of what an answer takes: a character of its URL has at most two bytes. */
const sizeOf = (url: string, { bytes }: ReadyJson): number => 2 * url.length + bytes.length;
