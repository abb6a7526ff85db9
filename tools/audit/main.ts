import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { auditProgram } from "./program.ts";

/** `ornament audit`: without the embedded event store, so EVENTSTORE_URL names the event store. */
await auditProgram(openServedLog);
