import { parsePinCode } from "../domain/pin-code.ts";
import { readModelNames } from "./snapshot-rules.ts";

/**
 * The collection of evidence files: a document for each subject that was asked for. Readers insert documents, the
 * active projector makes the files, and the reader that has given a file removes it. They hold personal data, so
 * an erasure removes them. See docs/decisions/0060-evidence-files.md
 */
export const evidenceFilesCollection = readModelNames.evidenceFiles;

/** The largest number of evidence files at a time. The least recently used one makes room for another. */
export const mostEvidenceFiles = 2;

/** The time after the last use at which a file is removed, so that nobody gets an old one. */
export const evidenceFileMilliseconds = 60_000;

/** The largest file, in bytes. A document of MongoDB has at most 16 MB. */
export const largestEvidenceFile = 12_000_000;

/** An evidence file that somebody asks for. */
export interface EvidenceFile {
  /** The subject, as `evidenceSubject` writes it. */
  _id: string;
  subject: string;
  state: "waiting" | "filling" | "ready" | "refused";
  /** The read part of the event store, from 0 to 1. */
  fraction: number;
  /** The reason of a refusal in words, without a full stop; `null` otherwise. */
  reason: string | null;
  /** The text of the file, when it is ready. */
  file: string | null;
  requestedAt: Date;
  usedAt: Date;
}

/** The one spelling of a subject: a PIN in capital letters and without its hyphen. */
export function evidenceSubject(subject: string): string {
  const code = subject.startsWith("pin-") ? parsePinCode(subject.slice("pin-".length)) : undefined;
  return code === undefined ? subject : `pin-${code}`;
}

/** A request for an evidence file. A file that exists only gets the time of its use. */
export const evidenceFileRequest = (subject: string, now: Date) => ({
  filter: { _id: subject },
  update: {
    $set: { usedAt: now },
    $setOnInsert: {
      subject,
      state: "waiting" as const,
      fraction: 0,
      reason: null,
      file: null,
      requestedAt: now,
    },
  },
});
