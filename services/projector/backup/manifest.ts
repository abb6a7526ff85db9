import { createHash } from "node:crypto";
import { isLasting } from "@ornament/contracts/events/streams";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import type { Position } from "@ornament/platform/eventstore/position";
import {
  type Checkpoint,
  checkpointSigner,
  openCheckpoint,
  originOf,
} from "@ornament/platform/log-proof/checkpoint";
import { GrowingTree, leafHashOf } from "@ornament/platform/log-proof/merkle";
import { keyedName, type ServerKey, sameSecret } from "@ornament/platform/tokens/keyed-hash";
import { z } from "zod";
import { BackupRefused } from "./refused.ts";
import { sealedSecretsSchema } from "./sealed-secrets.ts";

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .transform((text) => Buffer.from(text, "hex"));
const place = z
  .object({ commit: z.string().regex(/^\d{1,19}$/), prepare: z.string().regex(/^\d{1,19}$/), id: z.string() })
  .transform(({ commit, prepare, id }) => ({
    position: { commit: BigInt(commit), prepare: BigInt(prepare) } satisfies Position,
    id,
  }));

/** A value that the file has as `null` where there is none. */
const orNone = <T extends z.ZodType>(type: T) => type.nullable().transform((value) => value ?? undefined);

const schema = z.object({
  version: z.literal(1),
  at: z.iso.datetime().transform((text) => new Date(text)),
  build: z.string(),
  /** Whether the copy had reached the end of the event store. Former versions don't say it. */
  complete: z.boolean().default(true),
  events: z.number().int().min(0),
  bytes: z.number().int().min(0),
  checksum: hash,
  head: orNone(place),
  lastAt: z.int().optional(),
  firstLastingId: orNone(z.string()),
  lastLasting: orNone(place),
  tree: z.object({ size: z.number().int().min(0), parts: z.array(hash) }),
  /** The signed checkpoint of the lasting events; `null` without such an event. */
  checkpoint: orNone(z.string()),
  secrets: orNone(sealedSecretsSchema),
  mac: z.string(),
});

/** The content of `manifest.json`. It describes the first `bytes` bytes of `events.ndjson`. */
export interface Manifest {
  readonly at: Date;
  readonly build: string;
  readonly complete: boolean;
  readonly tally: TallyState;
  readonly checkpoint: string | undefined;
  readonly secrets: z.output<typeof sealedSecretsSchema> | undefined;
}

/** A manifest whose MAC is not checked yet, because its key may be among its secrets. */
export interface UncheckedManifest extends Manifest {
  /** Throws `BackupRefused` if the manifest was changed or the key is another one. */
  check(master: ServerKey): void;
}

/** The manifest as text, with a MAC of the master key over all other fields. */
export function manifestText(
  { at, build, complete, tally, checkpoint, secrets }: Manifest,
  master: ServerKey,
): string {
  const content = {
    version: 1,
    at: at.toISOString(),
    build,
    complete,
    events: tally.events,
    bytes: tally.bytes,
    checksum: tally.checksum.toString("hex"),
    head: placeText(tally.head),
    lastAt: tally.lastAt,
    firstLastingId: tally.firstLastingId ?? null,
    lastLasting: placeText(tally.lastLasting),
    tree: { size: tally.tree.size, parts: tally.tree.parts.map((part) => part.toString("hex")) },
    checkpoint: checkpoint ?? null,
    secrets: secrets ?? null,
  };
  return `${JSON.stringify({ ...content, mac: macOf(content, master) }, null, 2)}\n`;
}

/** Throws `BackupRefused` for a text that is no manifest. */
export function parseManifest(text: string, file: string): UncheckedManifest {
  const { json, parsed } = read(text);
  if (!parsed?.success)
    throw new BackupRefused(`${file} is damaged; use another backup, or begin a new one in an empty folder`);
  const { version: _version, mac, at, build, complete, checkpoint, secrets, ...sums } = parsed.data;
  const { mac: _mac, ...content } = json as object & { mac: string };
  return {
    at,
    build,
    complete,
    tally: { ...sums, lastAt: sums.lastAt },
    checkpoint,
    secrets,
    check(master) {
      if (sameSecret(mac, macOf(content, master))) return;
      throw new BackupRefused(
        `${file} is damaged, was changed, or belongs to another product with another MASTER_KEY`,
      );
    },
  };
}

/** The checkpoint of a manifest. Throws `BackupRefused` if the master key hasn't signed it. */
export function checkpointOf({ checkpoint, tally }: Manifest, master: ServerKey): Checkpoint | undefined {
  if (tally.firstLastingId === undefined) return undefined;
  const { key } = checkpointSigner(master, originOf(tally.firstLastingId));
  const opened = checkpoint === undefined ? undefined : openCheckpoint(checkpoint, key);
  if (!opened || opened.size !== tally.tree.size)
    throw new BackupRefused(
      "The signed checkpoint of the backup is missing, or has a wrong signature or size",
    );
  return opened;
}

function read(text: string) {
  try {
    const json: unknown = JSON.parse(text);
    return { json, parsed: schema.safeParse(json) };
  } catch {
    return {};
  }
}

const placeText = (place: TallyState["head"]) =>
  place === undefined
    ? null
    : { commit: String(place.position.commit), prepare: String(place.position.prepare), id: place.id };

const macOf = (content: object, master: ServerKey): string =>
  keyedName(master.bytes, "backup-manifest", JSON.stringify(content));

export interface Place {
  readonly position: Position;
  readonly id: string;
}

interface TallyState {
  readonly events: number;
  readonly bytes: number;
  /** The SHA-256 of the checksum before the last line, followed by the last line. */
  readonly checksum: Buffer;
  readonly head: Place | undefined;
  /** The time of the last event, in milliseconds since 1970; not known of a copy of a former version. */
  readonly lastAt: number | undefined;
  /** The lasting events: the first one's id, the last one, and their Merkle tree. */
  readonly firstLastingId: string | undefined;
  readonly lastLasting: Place | undefined;
  readonly tree: { readonly size: number; readonly parts: readonly Buffer[] };
}

const emptyTally: TallyState = {
  events: 0,
  bytes: 0,
  checksum: Buffer.alloc(32),
  head: undefined,
  lastAt: undefined,
  firstLastingId: undefined,
  lastLasting: undefined,
  tree: { size: 0, parts: [] },
};

/** Sums up a copy, line by line. It continues from a state. */
export class Tally {
  #state: Omit<TallyState, "tree">;
  readonly #tree: GrowingTree;

  constructor({ tree, ...state }: TallyState = emptyTally) {
    this.#state = state;
    this.#tree = new GrowingTree(tree);
  }

  get state(): TallyState {
    return { ...this.#state, tree: { size: this.#tree.size, parts: [...this.#tree.parts] } };
  }

  get head(): Place | undefined {
    return this.#state.head;
  }

  get bytes(): number {
    return this.#state.bytes;
  }

  root(): Buffer {
    return this.#tree.root();
  }

  add(event: EventBytes, line: Buffer): void {
    const { events, bytes, checksum, firstLastingId, lastLasting } = this.#state;
    const place = { position: event.position, id: event.id };
    const lasts = isLasting(event.stream);
    if (lasts) this.#tree.add(leafHashOf(event));
    this.#state = {
      events: events + 1,
      bytes: bytes + line.length,
      checksum: createHash("sha256").update(checksum).update(line).digest(),
      head: place,
      lastAt: event.created,
      firstLastingId: firstLastingId ?? (lasts ? event.id : undefined),
      lastLasting: lasts ? place : lastLasting,
    };
  }
}
