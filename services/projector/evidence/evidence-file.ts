import { createHash } from "node:crypto";
import { encodeKey, type NoteSigner } from "@ornament/platform/log-proof/signed-note";

/** The format and its version, which is also the first line of the signed text. */
export const evidenceFormat = "ornament-evidence/1";

/** The stored event as the proof of the event store has it, and the way from it to the root of the tree. */
export type EvidenceLeaf = {
  readonly index: number;
  /** The hashes that lead to the root, the nearest first, as base64. */
  readonly proof: readonly string[];
} & (
  | {
      readonly stream: string;
      readonly revision: string;
      readonly id: string;
      readonly type: string;
      /** Milliseconds since 1970. */
      readonly created: number;
      /** The stored bytes as base64; personal values are encrypted. */
      readonly data: string;
      readonly metadata: string;
    }
  /** The leaf's hash as base64, in place of bytes that no export contains. */
  | { readonly withheld: string }
);

export interface Evidence {
  readonly subject: string;
  readonly madeAt: string;
  readonly build: string;
  /** Whether the entries have the personal data that are not erased. */
  readonly personalData: boolean;
  readonly checkpoint: string;
  readonly events: readonly string[];
}

/**
 * The evidence as the text of a file. Its last line is the signed note of the SHA-256 of all bytes before it, so
 * that a change of any byte is noticed. docs/auditing.md has the format; the names and meanings stay.
 */
export function evidenceFile({ events, ...facts }: Evidence, signer: NoteSigner): string {
  const { checkpoint, ...about } = facts;
  const head = { format: evidenceFormat, ...about, key: encodeKey(signer.key), checkpoint };
  const fields = Object.entries(head).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)},\n`,
  );
  const signed = `{\n${fields.join("")}"events":[\n${events.join(",\n")}\n],\n`;
  const hash = createHash("sha256").update(signed).digest("base64");
  const note = signer.sign(`${evidenceFormat}\n${signer.key.name}\n${hash}\n`);
  return `${signed}"signature":${JSON.stringify(note)}}\n`;
}
