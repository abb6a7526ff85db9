import { describe, test } from "@jest/globals";
import { describeLog } from "../testing/log-contract/log-contract.ts";
import { connectLog } from "./grpc-log-client.ts";

/** The URL of a running EventStoreDB; the suite writes only to its own streams. */
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
    process.stderr.write(
      "The log contract is not tested on a real server: TEST_EVENTSTORE_URL is not set.\n",
    );
    test.skip("a real server keeps the log contract", () => undefined);
  });
