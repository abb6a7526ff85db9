/** `npm start`: installs, builds and runs the whole product. Signals reach it as they reach this process. */
import { fileURLToPath } from "node:url";
import { buildWhereNeeded, installWhereNeeded } from "./prepare.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Ornament needs Node.js 20.19 or later; this is ${process.versions.node}.`);
  process.exit(1);
}
installWhereNeeded();
buildWhereNeeded();
if (process.env.npm_lifecycle_event === "start") endWithShell(process.ppid);
await import("../dist/start.js");

/** npm runs this in a shell, which keeps a SIGTERM meant for us to itself and dies of it. */
function endWithShell(shell) {
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  watch.unref();
}
