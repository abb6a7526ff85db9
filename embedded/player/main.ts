import "@ornament/platform/process/stop-request";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The player as a process of its own; its pages lie beside the built program. */
const { servePlayer } = await import("./serve.ts");
await servePlayer(join(dirname(fileURLToPath(import.meta.url)), "player"));
