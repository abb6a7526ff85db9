import "@ornament/platform/process/stop-request";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** `npm run backup -- --to <folder> | drill --from <folder>` */
const [{ backupProgram }, { drillHere }, { openProductLog }] = await Promise.all([
  import("@ornament/tools/backup/programs"),
  import("./drill.ts"),
  import("../audit/product-log.ts"),
]);
await backupProgram({ open: openProductLog, drill: drillHere(dirname(fileURLToPath(import.meta.url))) });
