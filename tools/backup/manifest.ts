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

const hash = z.codec(z.string().regex(/^[0-9a-f]{64}$/), z.custom<Buffer>(), {
  decode: (text) => Buffer.from(text, "hex"),
  encode: (bytes) => bytes.toString("hex"),
});
const digits = z.codec(z.string().regex(/^\d{1,19}$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: String,
});
const place = z.codec(z.object({ commit: digits, prepare: digits, id: z.string() }), z.custom<Place>(), {
  decode: ({ id, ...position }) => ({ position, id }),
  encode: ({ position: { commit, prepare }, id }) => ({ commit, prepare, id }),
});
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
});

/** A value that the file has as `null` where there is none. */
const orNone = <T extends z.ZodType>(type: T) =>
  z.codec(type.nullable(), z.custom<z.output<T> | undefined>(), {
    decode: (value) => value ?? undefined,
    encode: (value) => value ?? null,
  });

const content = z.object({
  version: z.literal(1),
  at: instant,
  build: z.string(),
  /** Whether the copy had reached the end of the event store. Former versions don't say it. */
  complete: z.boolean().default(true),
  events: z.number().int().min(0),
  bytes: z.number().int().min(0),
  /** The SHA-256 of the checksum before the last line, followed by the last line. */
  checksum: hash,
  head: orNone(place),
  /** The time of the last event, in milliseconds since 1970; not known of a copy of a former version. */
  lastAt: z.int().optional(),
  /** The lasting events: the first one's id, the last one, and their Merkle tree. */
  firstLastingId: orNone(z.string()),
  lastLasting: orNone(place),
  tree: z.object({ size: z.number().int().min(0), parts: z.array(hash) }),
  /** The signed checkpoint of the lasting events; `null` without such an event. */
  checkpoint: orNone(z.string()),
  secrets: orNone(sealedSecretsSchema),
});
const schema = content.extend({ mac: z.string() });

type Content = z.output<typeof content>;
type About = "at" | "build" | "complete" | "checkpoint" | "secrets";
type TallyState = Omit<Content, About | "version">;

/** The content of `manifest.json`. It describes the first `bytes` bytes of `events.ndjson`. */
export interface Manifest extends Pick<Content, About> {
  readonly tally: TallyState;
}

/** A manifest whose MAC is not checked yet, because its key may be among its secrets. */
export interface UncheckedManifest extends Manifest {
  /** Throws `BackupRefused` if the manifest was changed or the key is another one. */
  check(master: ServerKey): void;
}

/** The manifest as text, with a MAC of the master key over all other fields. */
export function manifestText({ tally, ...about }: Manifest, master: ServerKey): string {
  const written = z.encode(content, { version: 1, ...about, ...tally });
  return `${JSON.stringify({ ...written, mac: macOf(written, master) }, null, 2)}\n`;
}

/** Throws `BackupRefused` for a text that is no manifest. */
export function parseManifest(text: string, file: string): UncheckedManifest {
  const { json, parsed } = read(text);
  if (!parsed?.success)
    throw new BackupRefused(`${file} is damaged; use another backup, or begin a new one in an empty folder`);
  const { version: _version, mac, at, build, complete, checkpoint, secrets, ...tally } = parsed.data;
  const { mac: _mac, ...content } = json as object & { mac: string };
  return {
    at,
    build,
    complete,
    tally,
    checkpoint,
    secrets,
    check(master) {
      if (sameSecret(mac, macOf(content, master))) return;
      throw new BackupRefused(
        `${file} is damaged, was changed, or was made with another MASTER_KEY; after a replacement of the key begin a backup in an empty folder`,
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

const macOf = (content: object, master: ServerKey): string =>
  keyedName(master.bytes, "backup-manifest", JSON.stringify(content));

export interface Place {
  readonly position: Position;
  readonly id: string;
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
