import { macKeyOf } from "../eventstore/authenticity/event-macs.ts";
import { deriveKey, type ServerKey } from "../tokens/keyed-hash.ts";
import { hashBytes } from "./merkle.ts";
import { type NoteKey, type NoteSigner, noteSigner, openNote } from "./signed-note.ts";

/** The state of the Merkle tree at a time, in the form of https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint {
  readonly origin: string;
  /** The number of events in the tree. */
  readonly size: number;
  readonly root: Buffer;
  /** Of the signature. */
  readonly at: Date;
  /** The number of erased persons in the register. */
  readonly erased?: number | undefined;
}

/** The name of the log. */
export const originOf = (firstEventId: string): string => `ornament-log-${firstEventId.slice(0, 8)}`;

/** Signs with the key that belongs to the master key. */
export const checkpointSigner = (master: ServerKey, origin: string): NoteSigner =>
  signerOfPeriod(macKeyOf(master), origin);

/**
 * The signer of the time in which events have MACs of this key. It comes from the key of the MACs, because the
 * log hands on the former ones when the master key is replaced.
 */
export const signerOfPeriod = (macKey: ServerKey, origin: string): NoteSigner =>
  noteSigner(origin, deriveKey(macKey.bytes, "log-signing"));

/** The checkpoint as a signed note. Its fourth line is the time, in UTC; the fifth may be `erased {number}`. */
export const signedCheckpoint = (
  signer: NoteSigner,
  { size, root, at, erased }: Omit<Checkpoint, "origin">,
): string => {
  const lines = [signer.key.name, size, root.toString("base64"), at.toISOString()];
  return signer.sign([...lines, ...(erased === undefined ? [] : [`erased ${erased}`]), ""].join("\n"));
};

/** `undefined` for a text that the key has not signed. */
export function openCheckpoint(note: string, key: NoteKey): Checkpoint | undefined {
  const text = openNote(note, key);
  return text === undefined ? undefined : parseCheckpoint(text);
}

/** The checkpoint of a text or note, whoever signed it. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = "", size = "", encoded = "", time = "", further = ""] = text.split("\n");
  const root = Buffer.from(encoded, "base64");
  const at = new Date(time);
  const isCheckpoint = origin !== "" && /^(?:0|[1-9]\d{0,14})$/.test(size) && root.length === hashBytes;
  const [, erased] = /^erased (\d{1,15})$/.exec(further) ?? [];
  const counted = erased === undefined ? {} : { erased: Number(erased) };
  return isCheckpoint ? { origin, size: Number(size), root, at, ...counted } : undefined;
}

/** A signed checkpoint as the value of a header: in one line of ASCII, with JSON's escapes. */
export const inOneLine = (note: string): string => note.replaceAll("\n", "\\n").replaceAll("—", "\\u2014");

/**
 * The signed checkpoints in a text: notes one after another, or lines that hold one, such as kept headers. A
 * note that a full disk has cut off is left out, also if the next one follows it on the same line.
 */
export function checkpointsIn(text: string): string[] {
  const lines = text.replaceAll("\\n", "\n").replaceAll("\\u2014", "—");
  const note =
    /(ornament-log-[^\s",:;]+)\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n){0,2}\n(?:— \1 [A-Za-z0-9+/=]+\n)+/g;
  return [...lines.matchAll(note)].map(([found]) => found);
}
