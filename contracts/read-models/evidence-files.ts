import { parsePinCode } from "../domain/pin-code.ts";

/** The largest file, in bytes. A document of MongoDB has at most 16 MB. */
export const largestEvidenceFile = 12_000_000;

/** The one spelling of a subject: a PIN in capital letters and without its hyphen. */
export function evidenceSubject(subject: string): string {
  const code = subject.startsWith("pin-") ? parsePinCode(subject.slice("pin-".length)) : undefined;
  return code === undefined ? subject : `pin-${code}`;
}
