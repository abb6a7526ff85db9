import { setImmediate as nextTurn } from "node:timers/promises";
import { isLasting } from "@ornament/contracts/events/streams";
import { hasWithheld } from "@ornament/contracts/events/withheld";
import { partRead } from "@ornament/contracts/read-models/projection-status";
import { buildName } from "@ornament/platform/build/build-name";
import type { EventStore, Position } from "@ornament/platform/eventstore/event-store";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { comparePositions } from "@ornament/platform/eventstore/position";
import {
  checkpointSigner,
  originOf,
  parseCheckpoint,
  signedCheckpoint,
} from "@ornament/platform/log-proof/checkpoint";
import { hashBytes, leafHashOf, MerkleTree } from "@ornament/platform/log-proof/merkle";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { yieldIsDue } from "@ornament/platform/waiting/pause";
import { type EvidenceLeaf, evidenceFile } from "./evidence-file.ts";
import { historyOf, jsonOf, shownEvents } from "./shown-event.ts";

/** A reason why there is no evidence file, in words, without a full stop. */
export class NoEvidence extends Error {}

/** The log is not as it was when its newest checkpoint was signed. */
export class NotAsWritten extends NoEvidence {}

export class NothingFound extends NoEvidence {
  constructor(subject: string) {
    super(`no event is about ${subject}`);
  }
}

interface EvidenceOptions {
  readonly store: Pick<EventStore, "head" | "read" | "readAll" | "readBytes">;
  readonly masterKey: ServerKey;
  /** Such as `pin-AB12CD3`, as the filter of the System action log names it. */
  readonly subject: string;
  readonly withPersonalData: boolean;
  readonly now: () => Date;
  /** The newest signed checkpoint that was kept. No file is made of a log that contradicts it. */
  readonly kept?: string | undefined;
  readonly largest?: number;
  /** Called with the read part, from 0 to 1. An error that it throws ends the reading. */
  readonly onProgress?: (fraction: number) => Promise<void>;
}

/** The bytes of an inclusion proof in JSON are at most these. */
const proofRoom = 1_500;
const progressEvents = 2_000;

/**
 * Makes the evidence file for one subject: its events in words, and the proof that the event store has them. It reads
 * the event store twice up to its present end: the events, then the stored bytes. Throws `NothingFound`, and
 * `NoEvidence` for a file that would be too large, and for a log that contradicts the kept checkpoint. docs/auditing.md describes the file.
 */
export async function caseEvidence(options: EvidenceOptions): Promise<{ file: string; events: number }> {
  const { store, subject, masterKey, withPersonalData, now, onProgress = async () => undefined } = options;
  const head = await store.head();
  if (!head) throw new NothingFound(subject);
  const addSize = sizeLimit(options.largest);
  /** The lasting events of the case as JSON, as `audit history` gives them with hidden ones, by their place. */
  const entries = new Map<string, string>();
  const show = shownEvents(store, { wanted: historyOf(subject, true), withPersonalData });
  const firstHalf = progressOf(head, (fraction) => onProgress(fraction / 2));
  for await (const event of store.readAll()) {
    if (comparePositions(event.position, head) > 0) break;
    await firstHalf(event.position);
    const shown = await show(event);
    if (!shown || !isLasting(event.stream)) continue;
    const json = JSON.stringify(jsonOf(shown));
    addSize(Buffer.byteLength(json) + proofRoom);
    entries.set(placeOf(event), json);
  }
  if (entries.size === 0) throw new NothingFound(subject);
  const secondHalf = progressOf(head, (fraction) => onProgress(0.5 + fraction / 2));
  const hashes = new Hashes();
  const found: { entry: string; event: EventBytes; index: number }[] = [];
  let origin: string | undefined;
  for await (const event of store.readBytes()) {
    if (comparePositions(event.position, head) > 0) break;
    await secondHalf(event.position);
    if (!isLasting(event.stream)) continue;
    origin ??= originOf(event.id);
    const entry = entries.get(placeOf(event));
    if (entry !== undefined) {
      addSize((event.data.length + event.metadata.length) * 1.4);
      found.push({ entry, event, index: hashes.count });
    }
    hashes.add(leafHashOf(event));
  }
  if (origin === undefined || found.length < entries.size)
    throw new NoEvidence("the event store was changed while the file was made; try again");
  const tree = new MerkleTree(hashes.bytes());
  requireKept(tree, options.kept);
  const signer = checkpointSigner(masterKey, origin);
  const at = now();
  const events = found.map(({ entry, event, index }) => {
    const proof = tree.inclusionProof(index).map((hash) => hash.toString("base64"));
    const leaf: EvidenceLeaf = hasSecret(event)
      ? { index, withheld: tree.leaf(index).toString("base64"), proof }
      : { index, ...bytesOf(event), proof };
    return `{"entry":${entry},\n"leaf":${JSON.stringify(leaf)}}`;
  });
  const file = evidenceFile(
    {
      subject,
      madeAt: at.toISOString(),
      build: buildName,
      personalData: withPersonalData,
      checkpoint: signedCheckpoint(signer, { size: tree.size, root: tree.root(), at }),
      events,
    },
    signer,
  );
  await onProgress(1);
  return { file, events: events.length };
}

/** A new signature must not cover a log from which events were removed, or in which some were changed. */
function requireKept(tree: MerkleTree, note: string | undefined): void {
  const kept = note === undefined ? undefined : parseCheckpoint(note);
  if (kept && (kept.size > tree.size || !tree.root(kept.size).equals(kept.root)))
    throw new NotAsWritten(
      "the log is not as it was when its newest checkpoint was signed; npm run audit -- verify names the first event",
    );
}

const placeOf = ({ stream, revision }: Pick<EventBytes, "stream" | "revision">) => `${stream} ${revision}`;

/** Whether the stored bytes have what no export contains. Another program's bytes may be no JSON. */
function hasSecret({ data }: EventBytes): boolean {
  try {
    return hasWithheld(JSON.parse(Buffer.from(data).toString("utf8")));
  } catch {
    return false;
  }
}

const bytesOf = ({ stream, revision, id, type, created, data, metadata }: EventBytes) => ({
  stream,
  revision: String(revision),
  id,
  type,
  created,
  data: Buffer.from(data).toString("base64"),
  metadata: Buffer.from(metadata).toString("base64"),
});

function progressOf(head: Position, tell: (fraction: number) => Promise<void>) {
  let read = 0;
  return async ({ commit }: Position) => {
    read += 1;
    if (yieldIsDue(read)) await nextTurn();
    if (read % progressEvents === 0) await tell(partRead(commit, head.commit));
  };
}

class Hashes {
  #bytes = Buffer.alloc(4_096 * hashBytes);
  count = 0;

  add(hash: Buffer): void {
    if ((this.count + 1) * hashBytes > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    hash.copy(this.#bytes, this.count * hashBytes);
    this.count += 1;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.count * hashBytes);
  }
}

/** Throws `NoEvidence` when the added parts of a file are larger together than the limit. */
function sizeLimit(largest = Number.POSITIVE_INFINITY): (bytes: number) => void {
  let size = 0;
  return (bytes) => {
    size += bytes;
    if (size > largest)
      throw new NoEvidence(
        `the file would be larger than ${Math.round(largest / 1_000_000)} MB; an operator makes it with npm run audit -- evidence`,
      );
  };
}
