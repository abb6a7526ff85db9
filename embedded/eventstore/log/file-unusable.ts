import { LogRefused } from "@ornament/platform/eventstore/log-client";
import { isStorageFull } from "../../files/storage-full.ts";

/** The exit code of a program that can't use the event store's file. */
export const fileUnusableCode = 74;

/**
 * The event store's file can't be used, and waiting does not change that. The message is one line for the
 * operator.
 */
export class FileUnusable extends LogRefused {
  readonly exitCode = fileUnusableCode;

  constructor(message: string) {
    super(message);
    this.name = "FileUnusable";
  }
}

/** Ends the process with the line of a `FileUnusable`. */
export function exitOnFileUnusable(error: unknown): never {
  if (!(error instanceof FileUnusable)) throw error;
  console.error(error.message);
  process.exit(fileUnusableCode);
}

const restore =
  "Move its folder away and restore the latest backup with `npm run restore`; docs/operations.md says how.";

export const damaged = (file: string, reason: string) =>
  new FileUnusable(
    `The event store's file ${file} is damaged (${reason}): some of its events can't be read or may be wrong. ${restore}`,
  );

/** SQLite's error codes without their details. */
const ioError = 10;
const corrupt = 11;
const notADatabase = 26;

/** A permanent error of the file. A full disk is not one: free space ends it. */
export function lastingFailure(file: string, error: unknown): FileUnusable | undefined {
  if (!isSqliteError(error) || isStorageFull(error)) return undefined;
  switch (error.rawCode & 0xff) {
    case corrupt:
    case notADatabase:
      return damaged(file, error.message);
    case ioError:
      return new FileUnusable(
        `The event store's file ${file} can't be read or written (${error.message}): the disk may be failing or gone. Check it, then start again.`,
      );
    default:
      return undefined;
  }
}

/** An error at the opening of the file, when no program waits for free space. */
export function openingFailure(file: string, error: unknown): FileUnusable | undefined {
  if (isStorageFull(error))
    return new FileUnusable(
      `The event store's file ${file} can't be opened: the disk is full. Free some space, then start again.`,
    );
  if (!isSqliteError(error)) return undefined;
  return (
    lastingFailure(file, error) ??
    new FileUnusable(
      `The event store's file ${file} can't be opened (${error.message}). Check its rights, then start again.`,
    )
  );
}

const isSqliteError = (error: unknown): error is Error & { rawCode: number } =>
  error instanceof Error && "rawCode" in error && typeof error.rawCode === "number";
