/** `npm start`: installs, builds and runs the whole product. Signals reach it as they reach this process. */
import { fileURLToPath } from "node:url";
import { endOnVersion } from "./build-name.mjs";
import { buildWhereNeeded, endOnOlderNode, endWithShellOf, installWhereNeeded } from "./prepare.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
endOnVersion();
endOnOlderNode();
installWhereNeeded({ withTools: false });
buildWhereNeeded();
endWithShellOf("start");
await import("../dist/start.js");
