/** Runs one of the product's command-line tools, e.g. `npm run demo -- --pins 100`. */
import { fileURLToPath } from "node:url";
import { endOnVersion } from "./build-name.mjs";
import { buildWhereNeeded, installWhereNeeded } from "./prepare.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [name] = process.argv.splice(2, 1);
endOnVersion();
installWhereNeeded({ withTools: name === "attack" || name === "bench" });
buildWhereNeeded();
await import(`../dist/${name}.js`);
