import "@ornament/platform/process/stop-request";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** `npm run backup -- --to <folder> | drill --from <folder>` */
const [{ backupProgram }, { drillHere }, { openCopiedLog }] = await Promise.all([
  import("@ornament/projector/backup/backup-program"),
  import("./drill.ts"),
  import("./copied-log.ts"),
]);
await backupProgram({ open: openCopiedLog, drill: drillHere(dirname(fileURLToPath(import.meta.url))) });
