import { secretsProgram } from "./program.ts";
import { replaceServedMasterKey } from "./served-replacement.ts";

/** `ornament secrets`: without the embedded event store, so EVENTSTORE_URL names the event store. */
await secretsProgram(replaceServedMasterKey);
