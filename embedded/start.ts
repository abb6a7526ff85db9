import "@ornament/platform/process/stop-request";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** `npm start`: the whole product with one command; `-- --split` runs each part as a process of its own. */
const { runProduct } = await import("./launch/command.ts");
await runProduct(dirname(fileURLToPath(import.meta.url)));
