import { z } from "zod";
import { deriveKey, type KeyRing, keyById } from "./keyed-hash.ts";
import { open, seal } from "./seal.ts";

/** PINs that query-api has found for a bulk change. */
export interface PinList {
  /** Becomes the id of the bulk change, so that a list starts one. */
  readonly id: string;
  readonly sealedAt: Date;
  /** The ids of the PINs, each once. */
  readonly ids: readonly number[];
  /** The batch of all of them; `null` if they are of several. */
  readonly batch: string | null;
  /** The commit position of the read model. */
  readonly listedAt: bigint;
}

/** The time in which an admin confirms the change that the list was made for. */
const usableMilliseconds = 10 * 60_000;

const aboutSchema = z.object({
  id: z.uuid(),
  sealedAt: z.number(),
  batch: z.string().nullable(),
  listedAt: z.string().regex(/^\d{1,20}$/),
});

/** A PIN's id is less than 2^37. */
const bytesOfId = 5;

const keyOf = (bytes: Buffer) => deriveKey(bytes, "pin-list");

/**
 * Seals a list for the admin who asked for it, as `{key id}.{sealed}`. The browser carries it to command-api,
 * which reads no read model, and can neither read nor change it.
 */
export function sealPinList(
  { current }: KeyRing,
  adminId: number,
  { ids, sealedAt, listedAt, ...others }: PinList,
): string {
  const plainAbout = { ...others, sealedAt: sealedAt.getTime(), listedAt: String(listedAt) };
  const about = Buffer.from(JSON.stringify(plainAbout));
  const plain = Buffer.alloc(2 + about.length + ids.length * bytesOfId);
  plain.writeUInt16BE(about.length);
  about.copy(plain, 2);
  for (const [n, id] of ids.entries()) plain.writeUIntBE(id, 2 + about.length + n * bytesOfId, bytesOfId);
  return `${current.id}.${seal(keyOf(current.bytes), String(adminId), plain)}`;
}

/**
 * `undefined` for text that is not a list sealed for this admin with a key of the ring, or is one of more than
 * ten minutes ago or of an older build.
 */
export function openPinList(ring: KeyRing, adminId: number, text: string, now: Date): PinList | undefined {
  const dot = text.indexOf(".");
  const key = keyById(ring, text.slice(0, dot));
  const plain = key && open(keyOf(key.bytes), String(adminId), text.slice(dot + 1));
  if (!plain) return undefined;
  const start = 2 + plain.readUInt16BE();
  const about = aboutSchema.safeParse(JSON.parse(plain.toString("utf8", 2, start)));
  if (!about.success || now.getTime() - about.data.sealedAt > usableMilliseconds) return undefined;
  const { id, sealedAt, batch, listedAt } = about.data;
  const ids = Array.from({ length: (plain.length - start) / bytesOfId }, (_id, n) =>
    plain.readUIntBE(start + n * bytesOfId, bytesOfId),
  );
  return { id, sealedAt: new Date(sealedAt), ids, batch, listedAt: BigInt(listedAt) };
}
