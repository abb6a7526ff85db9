import { parsePinCode } from "../domain/pin-code.ts";

/**
 * The collection of evidence files: a document for each caller and subject that was asked for. Readers insert documents, the
 * active projector makes the files, and the reader that has given a file removes it. They hold personal data, so
 * an erasure removes them. See docs/decisions/0060-evidence-files.md
 */
export const evidenceFilesCollection = "evidenceFiles";

/** The largest number of made evidence files at a time. They make room as former states do. */
export const mostEvidenceFiles = 2;

/** The time after the last use at which a file is removed, so that nobody gets an old one. */
export const evidenceFileMilliseconds = 60_000;

/** The largest file, in bytes. A document of MongoDB has at most 16 MB. */
export const largestEvidenceFile = 12_000_000;

/** An evidence file that somebody asks for. */
export interface EvidenceFile {
  /** `evidenceFileId`. */
  _id: string;
  /** As `evidenceSubject` writes it. */
  subject: string;
  /** The admin who asked for it, whose look is recorded. Nobody else gets it. */
  askedBy: number;
  state: "waiting" | "filling" | "ready" | "refused";
  /** The read part of the event store, from 0 to 1. */
  fraction: number;
  /** The reason of a refusal in words, without a full stop; `null` otherwise. */
  reason: string | null;
  /** Whether it is refused because no event is about the subject. */
  isUnknown: boolean;
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

export const evidenceFileId = (subject: string, askedBy: number): string => `${askedBy} ${subject}`;

/** A request for an evidence file. A file that exists only gets the time of its use. */
export const evidenceFileRequest = (subject: string, now: Date, askedBy: number) => ({
  filter: { _id: evidenceFileId(subject, askedBy) },
  update: {
    $set: { usedAt: now },
    $setOnInsert: {
      subject,
      askedBy,
      state: "waiting" as const,
      fraction: 0,
      reason: null,
      isUnknown: false,
      file: null,
      requestedAt: now,
    },
  },
});
