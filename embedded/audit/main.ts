import { auditProgram } from "@ornament/tools/audit/program";
import { openProductLog } from "./product-log.ts";

/** `npm run audit -- history | log | export | verify | evidence` */
await auditProgram(openProductLog);
