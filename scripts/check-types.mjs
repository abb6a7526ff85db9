/** `npm run check:types`: checks the types of each given TypeScript project, also after one with errors. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const compiler = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
const wrong = process.argv.slice(2).filter((project) => {
  const parameters = [compiler, "--noEmit", "-p", project];
  return spawnSync(process.execPath, parameters, { stdio: "inherit" }).status !== 0;
});
if (wrong.length > 0) console.error(`Type errors in ${wrong.join(", ")}`);
process.exitCode = wrong.length > 0 ? 1 : 0;
