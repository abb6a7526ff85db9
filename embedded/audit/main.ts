import { auditProgram } from "@ornament/projector/audit/program";
import { exitOnFileUnusable } from "../eventstore/log/file-unusable.ts";
import { openProductBytes, openProductLog } from "./product-log.ts";

/** `npm run audit -- history | log | export | verify | evidence` */
await auditProgram({
  log: (environment) => openProductLog(environment).catch(exitOnFileUnusable),
  bytes: openProductBytes,
});
