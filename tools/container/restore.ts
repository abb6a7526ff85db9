import { erasuresAfterRestore } from "@ornament/command-api/erasures-after-restore";
import { restoreProgram } from "../backup/programs.ts";
import { restoreServed } from "../backup/restored-log.ts";

/** `ornament restore`: for the event store of EVENTSTORE_URL, which its own backup has restored. */
await restoreProgram(
  restoreServed(erasuresAfterRestore),
  "Checks a restored event store against a backup, and erases the persons of the register again.",
);
