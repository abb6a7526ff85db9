import "@ornament/platform/process/stop-request";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Runs the player as a process. Its pages are in the folder of the built program. */
const { servePlayer } = await import("./serve.ts");
await servePlayer(join(dirname(fileURLToPath(import.meta.url)), "player"));
