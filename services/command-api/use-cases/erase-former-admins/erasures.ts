import { logLevelOf } from "@ornament/platform/eventstore/store-errors";
import type { Logger } from "@ornament/platform/logging/logger";
import { pause } from "@ornament/platform/waiting/pause";
import type { EraseFormerAdmins } from "./erase-former-admins.ts";

const hour = 3_600_000;

interface Needs {
  readonly eraseFormerAdmins: EraseFormerAdmins;
  readonly logger: Logger;
}

/**
 * Erases the personal data of former admins at the start and then every hour. An hour after a failure it is
 * tried again.
 */
export function startErasures({ eraseFormerAdmins, logger }: Needs): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await eraseFormerAdmins().catch((error: unknown) => {
        logger[logLevelOf(error)]({ err: error }, "Data of former admins could not be erased yet");
      });
      await pause(hour, stopping.signal);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
