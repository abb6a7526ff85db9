import "@ornament/platform/process/stop-request";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The product of `npm run dev`: every part is a process, and this program holds no code of theirs, so that it keeps running when they change. */
const { runProduct } = await import("./launch/command.ts");
await runProduct(dirname(fileURLToPath(import.meta.url)));
