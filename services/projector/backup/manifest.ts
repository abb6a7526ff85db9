import type { Position } from "@ornament/platform/eventstore/position";
import {
  type Checkpoint,
  checkpointSigner,
  openCheckpoint,
  originOf,
} from "@ornament/platform/log-proof/checkpoint";
import { keyedName, type ServerKey, sameSecret } from "@ornament/platform/tokens/keyed-hash";
import { z } from "zod";
import { BackupRefused } from "./refused.ts";
import { sealedSecretsSchema } from "./sealed-secrets.ts";
import type { TallyState } from "./tally.ts";

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

const schema = z.object({
  version: z.literal(1),
  /** The time at which this was written. */
  at: z.iso.datetime().transform((text) => new Date(text)),
  build: z.string(),
  /** Whether the copy had reached the end of the event store. Former versions don't say it. */
  complete: z.boolean().default(true),
  events: z.number().int().min(0),
  bytes: z.number().int().min(0),
  checksum: hash,
  head: place.nullable(),
  lastAt: z.int().optional(),
  firstLastingId: z.string().nullable(),
  lastLasting: place.nullable(),
  tree: z.object({ size: z.number().int().min(0), parts: z.array(hash) }),
  /** The signed checkpoint of the lasting events; `null` without such an event. */
  checkpoint: z.string().nullable(),
  secrets: sealedSecretsSchema.nullable(),
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
  const {
    mac,
    at,
    build,
    complete,
    checkpoint,
    secrets,
    head,
    firstLastingId,
    lastLasting,
    events,
    bytes,
    ...sums
  } = parsed.data;
  const { mac: _mac, ...content } = json as object & { mac: string };
  return {
    at,
    build,
    complete,
    tally: {
      events,
      bytes,
      checksum: sums.checksum,
      head: head ?? undefined,
      lastAt: sums.lastAt,
      firstLastingId: firstLastingId ?? undefined,
      lastLasting: lastLasting ?? undefined,
      tree: sums.tree,
    },
    checkpoint: checkpoint ?? undefined,
    secrets: secrets ?? undefined,
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
