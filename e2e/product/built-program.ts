import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The file of a built program, found from the sources and from a bundle in `dist` alike. */
export function builtProgram(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, "dist", `${name}.js`);
    if (existsSync(file)) return file;
    const above = dirname(folder);
    if (above === folder) throw new Error(`dist/${name}.js is not there: npm run build`);
    folder = above;
  }
}
