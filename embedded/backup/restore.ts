import { restoreProgram } from "@ornament/tools/backup/programs";
import { restoreHere } from "./restore-here.ts";

/** `npm run restore -- --from <folder>` */
await restoreProgram(restoreHere, "Restores a backup into an empty DATA_DIR (.data).");
