import { auditProgram } from "@ornament/projector/audit/program";
import { FileUnusable, fileUnusableCode } from "../eventstore/log/file-unusable.ts";
import { openProductLog } from "./product-log.ts";

/** `npm run audit -- history | log | export` */
await auditProgram((environment) => openProductLog(environment).catch(exitOnFileUnusable));

function exitOnFileUnusable(error: unknown): never {
  if (!(error instanceof FileUnusable)) throw error;
  console.error(error.message);
  process.exit(fileUnusableCode);
}
