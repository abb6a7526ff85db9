import { isLasting } from "@ornament/contracts/events/streams";
import { wrongKeys } from "@ornament/platform/config/read-config";
import type { EventBytes, RawEvent } from "@ornament/platform/eventstore/log-client";
import { originOf } from "@ornament/platform/log-proof/checkpoint";
import { GrowingTree, hashBytes, leafHashOf } from "@ornament/platform/log-proof/merkle";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { type AllEvents, type Authored, authorshipOf, readContent } from "./authorship.ts";
import { type Finding, firstOf, type Place, placeOf, timeOf } from "./findings.ts";
import type { KeptProof } from "./kept-proof.ts";
import { PersonKeysCheck, Revisions } from "./stream-checks.ts";
import { TreeComparison } from "./tree-comparison.ts";

export interface LogReport {
  readonly first: Finding | undefined;
  readonly findings: number;
  readonly counts: {
    readonly events: number;
    readonly inTree: number;
    readonly streams: number;
    readonly persons: number;
    /** The events of the tree that a kept leaf covers, and those that a signed checkpoint covers. */
    readonly withLeaf: number;
    readonly signed: number;
  } & Readonly<Record<Authored, number>>;
  readonly problems: readonly string[];
}

class LogCheck {
  readonly #proof: KeptProof;
  readonly #authored: ReturnType<typeof authorshipOf>;
  readonly #revisions = new Revisions();
  readonly #persons = new PersonKeysCheck();
  readonly #comparison: TreeComparison;
  readonly #tree = new GrowingTree();
  readonly #problems: string[];
  readonly #authors: Record<Authored, number> = {
    "valid MAC": 0,
    "accepted without a MAC": 0,
    "wrong MAC": 0,
    "no MAC": 0,
    "of the event store": 0,
  };
  #order = 0;
  #position = -1n;
  /** The next checkpoint to compare, and the size up to which all were right. */
  #next = 0;
  #right = 0;
  #first: Finding | undefined;
  #findings = 0;

  constructor(proof: KeptProof, authored: ReturnType<typeof authorshipOf>) {
    this.#proof = proof;
    this.#authored = authored;
    this.#comparison = new TreeComparison(proof.leaves);
    this.#problems = [...proof.problems];
    while (proof.checkpoints[this.#next]?.size === 0) this.#next += 1;
  }

  add(bytes: EventBytes): void {
    const order = this.#order;
    const place = placeOf(bytes);
    const found = (kind: Finding["kind"], why: string) => this.#found({ kind, order, place, why });
    this.#order += 1;
    if (bytes.position.commit < this.#position) found("reordered", "an event before it has a later position");
    this.#position = bytes.position.commit;
    const revision = this.#revisions.check(bytes);
    if (revision) found(revision.kind, revision.why);
    const read = readContent(bytes);
    const author = this.#authored(read);
    this.#authors[author] += 1;
    if (author === "no MAC" || author === "wrong MAC")
      found("not written by this product", unauthored[author]);
    else this.#persons.learn(read.event, { order, place });
    if (read.damaged && author !== "of the event store") found("damaged", `its ${read.damaged} is no JSON`);
    const hidden = hiddenStream(read.event);
    if (hidden !== undefined) found("hidden", `it limits the events of ${hidden} that can be read`);
    if (isLasting(bytes.stream)) this.#addLeaf(bytes, order, place, author === "valid MAC");
  }

  /** @param now the present time for a running product */
  end(now?: Date | undefined): LogReport {
    for (const finding of this.#persons.findings(now)) this.#found(finding);
    const difference = this.#comparison.difference();
    if (difference) {
      const { kind, why, leaf } = difference;
      const finding = { kind, why, order: leaf.order, place: leaf.place };
      this.#found(finding);
      // The leaves show what was done; the other checks of the event only that something was.
      if (this.#first?.order === leaf.order) this.#first = finding;
    } else this.#checkEnd();
    const { leaves } = this.#proof;
    return {
      first: this.#first,
      findings: this.#findings,
      problems: this.#problems,
      counts: {
        events: this.#order,
        inTree: this.#tree.size,
        streams: this.#revisions.streams,
        persons: this.#persons.count,
        withLeaf: Math.min(this.#tree.size, leaves.length / hashBytes),
        signed: this.#right,
        ...this.#authors,
      },
    };
  }

  #addLeaf(bytes: EventBytes, order: number, place: Place, hasMac: boolean): void {
    const hash = leafHashOf(bytes);
    this.#comparison.add({ hash, order, place, hasMac });
    if (this.#tree.size === 0) this.#checkOrigins(originOf(bytes.id));
    this.#tree.add(hash);
    const { checkpoints } = this.#proof;
    for (let next = checkpoints[this.#next]; next?.size === this.#tree.size; next = checkpoints[this.#next]) {
      this.#next += 1;
      if (next.root.equals(this.#tree.root())) this.#right = next.size;
      else {
        const range = `${this.#right + 1} to ${next.size}`;
        const why = `The log is not the one that was signed at ${timeOf(next.at.getTime())}: among its lasting events ${range} some differ, and without leaves it can't be said which.`;
        this.#found({ kind: "other history", order, place, why });
      }
    }
  }

  #checkOrigins(origin: string): void {
    const others = new Set(this.#proof.checkpoints.map((one) => one.origin).filter((one) => one !== origin));
    for (const other of others)
      this.#problems.push(
        `a checkpoint is of the log ${other}; this is ${origin}, or its first event was changed`,
      );
  }

  #checkEnd(): void {
    const { leaves, checkpoints } = this.#proof;
    const size = this.#tree.size;
    const newest = checkpoints.at(-1);
    const missing = Math.max(leaves.length / hashBytes, newest?.size ?? 0) - size;
    if (missing <= 0) return;
    const before = checkpoints.findLast((one) => one.size <= size && one.size > 0);
    const signed = newest && newest.size > size ? ` They were there at ${timeOf(newest.at.getTime())}.` : "";
    const since = before ? ` The log ends as it stood at or after ${timeOf(before.at.getTime())}.` : "";
    const events = missing === 1 ? "1 lasting event is" : `${missing} lasting events are`;
    this.#found({
      kind: "cut off",
      order: Number.POSITIVE_INFINITY,
      place: undefined,
      why: `The log was cut off or is an old copy: ${events} missing at its end.${signed}${since}`,
    });
  }

  #found(finding: Finding): void {
    this.#findings += 1;
    this.#first = firstOf(this.#first ? [this.#first, finding] : [finding]);
  }
}

const unauthored = {
  "no MAC": "it has no MAC; another program has written it",
  "wrong MAC": "its MAC is wrong; it was changed, or another program has written it",
};

const ofStream = "$$";
const limits = ["$maxAge", "$maxCount", "$tb"];

/** The stream whose events another program has hidden. The product limits no lasting stream. */
function hiddenStream({ stream, type, data }: RawEvent): string | undefined {
  if (type !== "$metadata" || !stream.startsWith(ofStream) || typeof data !== "object" || data === null)
    return undefined;
  const limited = stream.slice(ofStream.length);
  return isLasting(limited) && limits.some((name) => name in data) ? limited : undefined;
}

interface Verification {
  readonly events: AllEvents;
  readonly macEvents: readonly RawEvent[];
  readonly proof: KeptProof;
  readonly masterKey: ServerKey;
  readonly acceptUnsignedUntil?: bigint | undefined;
  readonly now?: Date | undefined;
  readonly onEvent?: (event: EventBytes) => void;
}

/** Reads the log once and checks it. Throws `ConfigError` if no event has a MAC of the key. */
export async function verifyLog(verification: Verification): Promise<LogReport> {
  const { events, macEvents, proof, masterKey, acceptUnsignedUntil, now, onEvent } = verification;
  const check = new LogCheck(proof, authorshipOf(masterKey, macEvents, acceptUnsignedUntil));
  for await (const event of events()) {
    check.add(event);
    onEvent?.(event);
  }
  const report = check.end(now);
  if (report.counts["wrong MAC"] > 0 && report.counts["valid MAC"] === 0) throw wrongKeys(["MASTER_KEY"]);
  return report;
}
