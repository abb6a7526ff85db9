import { openServedBytes, openServedLog } from "./opened-log.ts";
import { auditProgram } from "./program.ts";

/** `ornament audit`: without the embedded event store, so EVENTSTORE_URL names the event store. */
await auditProgram({ log: openServedLog, bytes: openServedBytes });
