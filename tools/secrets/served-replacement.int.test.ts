import { expect, test } from "@jest/globals";
import { Lease } from "@ornament/projector/runtime/lease";
import { testStores } from "@ornament/projector/testing/projector-fixture";
import { refuseRunningProjector } from "./master-key.ts";

const at = testStores();

test("a replacement of the master key is refused while a projector holds the lease, and accepted after its end", async () => {
  const environment = { MONGODB_URL: at.mongo.url, MONGODB_DATABASE: at.mongo.database };
  const lease = new Lease(at.db, "running", () => new Date());
  await lease.take();
  await expect(refuseRunningProjector(environment)).rejects.toMatchObject({
    name: "ConfigError",
    message: expect.stringMatching(/^A projector runs: stop command-api and the projector first/),
  });
  await lease.release();
  await refuseRunningProjector(environment);
});
