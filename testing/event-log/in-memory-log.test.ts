import { describeLog } from "@ornament/platform/eventstore/testing/log-contract/log-contract";
import { InMemoryLog } from "./in-memory-log.ts";

describeLog("the in-memory log", {
  fresh: true,
  open: async () => {
    let now = Date.now();
    const log = new InMemoryLog(() => new Date(now));
    return {
      log,
      advance(milliseconds) {
        now += milliseconds;
      },
      close: () => log.close(),
    };
  },
});
