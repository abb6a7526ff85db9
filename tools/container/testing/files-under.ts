import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** The paths of the files in a folder. Folders named in `passOver` are left out at every level. */
export const filesUnder = (folder: string, passOver: readonly string[] = []): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(folder, path)];
    if (passOver.includes(entry.name)) return [];
    return filesUnder(path, passOver).map((file) => join(entry.name, file));
  });
