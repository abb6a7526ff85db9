import type { ReadyJson } from "@ornament/platform/http/answer-json";
import { type Contents, type Look, shows } from "./look.ts";

interface Limits {
  /** Of all answers together. */
  readonly bytes: number;
  /** How long an answer is kept where nobody asks whether the read models have moved. */
  readonly milliseconds: number;
}

const usualLimits: Limits = { bytes: 4 * 1024 * 1024, milliseconds: 5_000 };

interface Known {
  readonly answer: ReadyJson;
  /** What it was read from. */
  readonly used: Contents;
}

/**
 * Answers by the path and query that were asked for, while what they were read from stays the same. They hold personal data, so each is
 * forgotten as soon as a look at the registry shows a change of that, and all a few seconds after the first of them in any case.
 */
export class KnownAnswers {
  readonly #limits: Limits;
  readonly #answers = new Map<string, Known>();
  #latest: Look = { generations: new Map(), contents: new Map() };
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Limits = usualLimits) {
    this.#limits = limits;
  }

  /** The answer, if it is right at the look. */
  get(url: string, look: Look): ReadyJson | undefined {
    return this.#knownAt(url, look)?.answer;
  }

  /** What the answer was read from, if it is right at the look. */
  usedBy(url: string, look: Look): Contents | undefined {
    return this.#knownAt(url, look)?.used;
  }

  /**
   * Keeps an answer, in place of the oldest ones if there are too many. One that was read from something that has changed since is not
   * kept.
   */
  keep(url: string, answer: ReadyJson, used: Contents): void {
    const size = sizeOf(url, answer);
    if (size > this.#limits.bytes || !shows(this.#latest, used)) return;
    this.#remove(url);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes + size <= this.#limits.bytes) break;
      this.#remove(oldest);
    }
    this.#answers.set(url, { answer, used });
    this.#bytes += size;
    this.#timer ??= setTimeout(() => this.#clear(), this.#limits.milliseconds).unref();
  }

  /** Forgets the answers that are not right at the latest look. */
  keepOnly(latest: Look): void {
    this.#latest = latest;
    for (const [url, { used }] of this.#answers) if (!shows(latest, used)) this.#remove(url);
    if (this.#answers.size === 0) this.#clear();
  }

  #knownAt(url: string, look: Look): Known | undefined {
    const known = this.#answers.get(url);
    return known && shows(look, known.used) ? known : undefined;
  }

  #remove(url: string): void {
    const known = this.#answers.get(url);
    if (known === undefined) return;
    this.#answers.delete(url);
    this.#bytes -= sizeOf(url, known.answer);
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
