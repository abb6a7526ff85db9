import { describe, test } from "@jest/globals";
import { describeLog } from "../testing/log-contract/log-contract.ts";
import { connectLog } from "./grpc-log-client.ts";

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
    process.stderr.write("The log contract is not tried on a real server: TEST_EVENTSTORE_URL names none.\n");
    test.skip("keeps the contract", () => undefined);
  });
