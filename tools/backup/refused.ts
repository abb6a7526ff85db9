/** The exit codes of backup and restore. Wrong settings have 78. */
export const exitCodes = {
  refused: 1,
  /** Nobody has said who was erased since the backup. */
  undecided: 3,
  /** A file can't be read or written, such as on a full disk. */
  unusable: 74,
} as const;

/** A backup that can't be made, used or restored. The message is one line for the operator. */
export class BackupRefused extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.refused) {
    super(message);
    this.name = "BackupRefused";
    this.exitCode = exitCode;
  }
}

/** A failure of the file system in one line; `undefined` for another error. */
export function fileFailure(error: unknown, folder: string): BackupRefused | undefined {
  if (!isSystemError(error)) return undefined;
  const isFull = ["ENOSPC", "EDQUOT", "EFBIG"].includes(error.code);
  const reason = isFull ? "the disk is full; free some space, then run the command again" : error.message;
  return new BackupRefused(`${folder} can't be used: ${reason}`, exitCodes.unusable);
}

const isSystemError = (error: unknown): error is Error & { code: string } =>
  typeof error === "object" && error !== null && "code" in error && "syscall" in error;
