import "@ornament/platform/process/stop-request";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The product of `npm run dev`: every part is a process. This program contains none of their code, so it
 * keeps running when their code changes.
 */
const { runProduct } = await import("./launch/command.ts");
await runProduct(dirname(fileURLToPath(import.meta.url)));
