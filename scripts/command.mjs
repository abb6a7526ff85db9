/**
 * Runs one of the product's command-line tools, e.g. `npm run demo -- --pins 100`. `npm start` runs the whole
 * product: signals reach it as they reach this process.
 */
import { fileURLToPath } from "node:url";
import { endOnVersion } from "./build-name.mjs";
import { buildWhereNeeded, endOnOlderNode, endWithShellOf, installWhereNeeded } from "./prepare.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [name] = process.argv.splice(2, 1);
endOnVersion();
endOnOlderNode();
installWhereNeeded({ withTools: name === "attack" || name === "bench" });
buildWhereNeeded();
if (name === "start") endWithShellOf(name);
await import(`../dist/${name}.js`);
