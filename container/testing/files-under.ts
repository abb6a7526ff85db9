import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** The files of a folder by their paths in it; a folder that `passOver` names is left out wherever it lies. */
export const filesUnder = (folder: string, passOver: readonly string[] = []): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [relative(folder, path)];
    if (passOver.includes(entry.name)) return [];
    return filesUnder(path, passOver).map((file) => join(entry.name, file));
  });
