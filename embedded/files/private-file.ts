import { chmodSync, closeSync, existsSync, openSync } from "node:fs";

const ownerAlone = 0o600;

/** Makes sure that the file exists and that only its owner can read it, with any umask. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, "a", ownerAlone));
  chmodSync(file, ownerAlone);
}

/** As `makePrivate`, for a file that may be missing. */
export function keepPrivate(file: string): void {
  if (existsSync(file)) chmodSync(file, ownerAlone);
}
