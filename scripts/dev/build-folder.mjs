/** The folder in which `npm run dev` builds the services: one for each run, deleted at its end. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** In `node_modules`, because tools don't look for sources there, and the programs find their packages. */
const builds = "node_modules/.cache/ornament-dev";

/** Creates the folder of this run, and deletes the folders of runs that were killed. */
export function makeBuildFolder() {
  mkdirSync(builds, { recursive: true });
  for (const name of readdirSync(builds)) if (!isRunning(Number(name))) remove(join(builds, name));
  const folder = resolve(builds, String(process.pid));
  // The gateway needs a built web to start, but never serves it: Vite serves the pages.
  for (const page of ["", "admin", "landing", "api-docs"]) {
    mkdirSync(join(folder, "web/dist", page), { recursive: true });
    writeFileSync(join(folder, "web/dist", page, "index.html"), "Vite serves the pages.\n");
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  return { folder, programs: join(folder, "dist"), remove: () => remove(folder) };
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true });

function isRunning(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}
