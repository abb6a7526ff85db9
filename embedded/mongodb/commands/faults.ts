import { copyDoc, type Doc } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import type { Reply } from "./command.ts";

/** What a server says that is no primary any more. */
export type StateChange = "NotWritablePrimary" | "PrimarySteppedDown" | "InterruptedDueToReplStateChange";

const stateChanges: Readonly<Record<StateChange, { code: number; message: string }>> = {
  NotWritablePrimary: { code: 10107, message: "not primary" },
  PrimarySteppedDown: { code: 189, message: "Not primary while running a write command" },
  InterruptedDueToReplStateChange: { code: 11602, message: "operation was interrupted" },
};

/** Which commands a fault is for, and how often; the next one unless given. */
export interface FaultOptions {
  readonly where?: (command: Doc) => boolean;
  readonly times?: number;
}

interface Armed {
  readonly where: (command: Doc) => boolean;
  left: number;
}

/** Where a write command keeps what it is to write. */
const writes: Readonly<Record<string, string>> = {
  insert: "documents",
  update: "updates",
  delete: "deletes",
};

/**
 * For tests, by whoever has started the server in the same process: faults that a real deployment shows. No client can
 * reach them.
 */
export class Faults {
  readonly #refused: (Armed & { how: StateChange; halfway: boolean })[] = [];
  readonly #cut: Armed[] = [];
  readonly #lost: Armed[] = [];
  readonly #waiting = new Set<() => void>();
  #frozen = false;
  /** Counters in answers are 64-bit integers. */
  longCounters = false;
  /** Is shown every command before it is run. */
  watch: ((command: Doc) => void) | undefined;

  /**
   * Refuses writes as a primary does that steps down. With `halfway` the first half of each command's writes is done
   * before.
   */
  refuseWrites(how: StateChange, options: FaultOptions & { halfway?: boolean } = {}): void {
    this.#refused.push({ ...armed(options), how, halfway: options.halfway ?? false });
  }

  /** Resets the connection of writes that have been done, instead of an answer. */
  cutAfterWrites(options: FaultOptions = {}): void {
    this.#cut.push(armed(options));
  }

  /** The cursors that are read on from are not known any more. */
  loseCursors(options: FaultOptions = {}): void {
    this.#lost.push(armed(options));
  }

  /** Takes requests and answers none until `thaw`. */
  freeze(): void {
    this.#frozen = true;
  }

  thaw(): void {
    this.#frozen = false;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const goOn of waiting) goOn();
  }

  /** Whether nothing is to be answered now; `goOn` is called when it is again. */
  holds(goOn: () => void): boolean {
    if (this.#frozen) this.#waiting.add(goOn);
    return this.#frozen;
  }

  /** Runs a command with the faults that are meant for it. */
  around(body: Doc, run: (body: Doc) => Reply): Reply {
    this.watch?.(body);
    const [name = ""] = Object.keys(body);
    if (name === "getMore" && take(this.#lost, body))
      throw new CommandError(43, `cursor id ${body.getMore} not found`);
    const refused = name in writes ? take(this.#refused, body) : undefined;
    if (refused) {
      if (refused.halfway) run(firstHalf(name, body));
      const { code, message } = stateChanges[refused.how];
      throw new CommandError(code, message);
    }
    return run(body);
  }

  /** An answer as it goes out. */
  outgoing(reply: Reply): Reply {
    return this.longCounters ? withLongs(reply) : reply;
  }

  /** Whether the connection is to be reset in the place of the answer to this command. */
  cuts(body: Doc): boolean {
    const [name = ""] = Object.keys(body);
    return name in writes && take(this.#cut, body) !== undefined;
  }
}

const armed = ({ where = () => true, times = 1 }: FaultOptions): Armed => ({ where, left: times });

function take<A extends Armed>(faults: A[], body: Doc): A | undefined {
  const found = faults.find((fault) => fault.left > 0 && fault.where(body));
  if (found) found.left -= 1;
  return found;
}

function firstHalf(name: string, body: Doc): Doc {
  const field = writes[name] ?? "";
  const half = copyDoc(body);
  const items = body[field];
  if (Array.isArray(items)) half[field] = items.slice(0, Math.ceil(items.length / 2));
  return half;
}

const counters = new Set(["n", "nModified", "index", "code"]);
/** Where an answer holds answers, and those that count: `n` is what `countDocuments` asks for. */
const parts = new Set(["writeErrors", "upserted", "cursor", "firstBatch"]);

function withLongs(reply: object): Reply {
  return Object.fromEntries(Object.entries(reply).map(([name, value]) => [name, long(name, value)]));
}

function long(name: string, value: unknown): unknown {
  if (counters.has(name) && typeof value === "number") return BigInt(value);
  if (!parts.has(name) || typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map(withLongs) : withLongs(value);
}
