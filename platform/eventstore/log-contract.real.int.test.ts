import { describe, test } from "@jest/globals";
import { connectLog } from "./grpc-log-client.ts";
import { describeLog } from "./testing/log-contract.ts";

/** An EventStoreDB that others run; the suite writes to streams of its own and leaves the others alone. */
const connectionString = process.env.TEST_EVENTSTORE_URL;

if (connectionString)
  describeLog("a real server through the official client", {
    fresh: false,
    open: async () => {
      const log = connectLog(connectionString);
      return { log, close: () => log.close() };
    },
  });
else
  describe("a real server", () => {
    test.skip("is not tried: TEST_EVENTSTORE_URL names none (esdb://…)", () => undefined);
  });
