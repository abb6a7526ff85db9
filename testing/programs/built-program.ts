import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The file of a built program. The function may be called from the sources or from a bundle in `dist`. */
export function builtProgram(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, "dist", `${name}.js`);
    if (existsSync(file)) return file;
    const above = dirname(folder);
    if (above === folder) throw new Error(`dist/${name}.js is missing: run npm run build first`);
    folder = above;
  }
}
