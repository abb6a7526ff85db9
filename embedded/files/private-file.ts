import { chmodSync, closeSync, existsSync, openSync } from "node:fs";

const ownerAlone = 0o600;

/** Makes sure that the file is there and that its owner alone can read it, whatever the umask and its rights before. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, "a", ownerAlone));
  chmodSync(file, ownerAlone);
}

/** As `makePrivate`, for a file that may not be there. */
export function keepPrivate(file: string): void {
  if (existsSync(file)) chmodSync(file, ownerAlone);
}
