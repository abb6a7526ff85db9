import type { Doc } from "@ornament/embedded/mongodb/bson/values";
import type { Reply } from "@ornament/embedded/mongodb/commands/command";
import type { Interception } from "@ornament/embedded/mongodb/commands/dispatch";
import { CommandError } from "@ornament/embedded/mongodb/protocol/errors";

/** The error of a server that is no longer primary. */
export type StateChange = "NotWritablePrimary" | "PrimarySteppedDown";

const stateChanges: Readonly<Record<StateChange, { code: number; message: string }>> = {
  NotWritablePrimary: { code: 10107, message: "not primary" },
  PrimarySteppedDown: { code: 189, message: "Not primary while running a write command" },
};

/** The commands of a fault, and the number of its uses; by default the next command, once. */
export interface FaultOptions {
  readonly where?: (command: Doc) => boolean;
  readonly times?: number;
}

interface Armed {
  readonly where: (command: Doc) => boolean;
  left: number;
}

/** The field of a write command that holds its writes. */
const writes: Readonly<Record<string, string>> = {
  insert: "documents",
  update: "updates",
  delete: "deletes",
};

/** Faults of real servers for an embedded document store in the same process. */
export class MongoFaults implements Interception {
  readonly #refused: (Armed & { how: StateChange; halfway: boolean })[] = [];
  readonly #cut: Armed[] = [];
  readonly #killed: Armed[] = [];
  /** Counters in answers are 64-bit integers. */
  longCounters = false;
  /** Called with every command before it runs. */
  watch: ((command: Doc) => void) | undefined;

  /** Refuses writes like a primary that steps down. `halfway` does the first half of a command's writes. */
  refuseWrites(how: StateChange, options: FaultOptions & { halfway?: boolean } = {}): void {
    this.#refused.push({ ...armed(options), how, halfway: options.halfway ?? false });
  }

  /** Does writes, and resets their connection in place of an answer. */
  cutAfterWrites(options: FaultOptions = {}): void {
    this.#cut.push(armed(options));
  }

  /** Answers `find` and `getMore` with the error of a killed query. */
  killQueries(options: FaultOptions = {}): void {
    this.#killed.push(armed(options));
  }

  around(body: Doc, run: (body: Doc) => Reply): Reply {
    this.watch?.(body);
    const [name = ""] = Object.keys(body);
    if ((name === "find" || name === "getMore") && take(this.#killed, body))
      throw new CommandError(175, "the query was killed");
    const refused = name in writes ? take(this.#refused, body) : undefined;
    if (refused) {
      if (refused.halfway) run(firstHalf(name, body));
      const { code, message } = stateChanges[refused.how];
      throw new CommandError(code, message);
    }
    return run(body);
  }

  outgoing(reply: Reply): Reply {
    return this.longCounters ? withLongs(reply) : reply;
  }

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
  const items = body[field];
  return Array.isArray(items) ? { ...body, [field]: items.slice(0, Math.ceil(items.length / 2)) } : body;
}

const counters = new Set(["n", "nModified", "index", "code"]);
/** The fields of an answer with further counters. `n` of a document is the result of `countDocuments`. */
const parts = new Set(["writeErrors", "upserted", "cursor", "firstBatch"]);

function withLongs(reply: object): Reply {
  return Object.fromEntries(Object.entries(reply).map(([name, value]) => [name, long(name, value)]));
}

function long(name: string, value: unknown): unknown {
  if (counters.has(name) && typeof value === "number") return BigInt(value);
  if (!parts.has(name) || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => (Buffer.isBuffer(each) ? each : withLongs(each)));
  return withLongs(value);
}
