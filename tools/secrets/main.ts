import { replaceServedMasterKey } from "./master-key.ts";
import { secretsProgram } from "./program.ts";

/** `ornament secrets`: without the embedded event store, so EVENTSTORE_URL names the event store. */
await secretsProgram(replaceServedMasterKey);
