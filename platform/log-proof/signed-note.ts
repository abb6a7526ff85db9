import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** The type of a signature in its key, as https://c2sp.org/signed-note numbers them. */
const ed25519 = 1;
/** The DER bytes before the 32 bytes of an Ed25519 key. */
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");

export interface NoteKey {
  /** Of the signer, without spaces and plus signs. */
  readonly name: string;
  /** The 32 bytes of the Ed25519 key. */
  readonly bytes: Buffer;
}

export type NoteSigner = ReturnType<typeof noteSigner>;

/**
 * Signs notes in the form of https://c2sp.org/signed-note with Ed25519.
 * @param seed the 32 secret bytes
 */
export function noteSigner(name: string, seed: Buffer) {
  const pkcs8 = Buffer.concat([privatePrefix, seed]);
  const secret = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const bytes = createPublicKey(secret).export({ format: "der", type: "spki" }).subarray(-32);
  const key: NoteKey = { name, bytes };
  return {
    key,
    /** The text, which ends with a line feed, as a signed note. */
    sign(text: string): string {
      const signature = Buffer.concat([keyHash(key), sign(undefined, Buffer.from(text), secret)]);
      return `${text}\n— ${name} ${signature.toString("base64")}\n`;
    },
  };
}

/** `undefined` if the key has not signed the note. */
export function openNote(note: string, key: NoteKey): string | undefined {
  const end = note.lastIndexOf("\n\n");
  if (end < 0) return undefined;
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split("\n")) {
    const [dash, name, encoded = ""] = line.split(" ");
    const signature = Buffer.from(encoded, "base64");
    if (dash !== "—" || name !== key.name || !signature.subarray(0, 4).equals(keyHash(key))) continue;
    return verify(undefined, Buffer.from(text), publicKeyOf(key), signature.subarray(4)) ? text : undefined;
  }
  return undefined;
}

/** The name of the first signer of a note; `undefined` without one. */
export const signerOf = (note: string): string | undefined => /\n\n— (\S+) \S+/.exec(note)?.[1];

/** The key as text: `{name}+{hash}+{bytes}`. */
export const encodeKey = (key: NoteKey): string =>
  `${key.name}+${keyHash(key).toString("hex")}+${Buffer.of(ed25519, ...key.bytes).toString("base64")}`;

/** The key of such a text, alone or as JSON has it; `undefined` for another text. */
export function decodeKey(text: string): NoteKey | undefined {
  const [, name = "", hash, encoded = ""] =
    /^(?:\{\s*"key"\s*:\s*")?([^\s+"]+)\+([0-9a-f]{8})\+([^\s"]+)(?:"\s*\})?$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length !== 33 || bytes[0] !== ed25519) return undefined;
  const key = { name, bytes: bytes.subarray(1) };
  return keyHash(key).toString("hex") === hash ? key : undefined;
}

const keyHash = ({ name, bytes }: NoteKey): Buffer =>
  createHash("sha256").update(`${name}\n`).update(Buffer.of(ed25519)).update(bytes).digest().subarray(0, 4);

const publicKeyOf = ({ bytes }: NoteKey): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: "der", type: "spki" });
