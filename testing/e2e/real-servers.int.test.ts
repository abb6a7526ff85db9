import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import {
  type DockerStores,
  missingForDocker,
  startDockerStores,
} from "@ornament/testing/stores/docker-stores";
import { eventStoreCommand } from "@ornament/testing/stores/event-store-process";
import { givenMongoUrl } from "@ornament/testing/stores/given-mongo";

// The product with real stores: the stores that the environment names, or EventStoreDB 24.10 and MongoDB 8 in
// Docker. If the environment names one store, the other one is embedded.
const eventStoreUrl = eventStoreCommand ? undefined : process.env.TEST_EVENTSTORE_URL || undefined;
const isNamed = Boolean(eventStoreCommand ?? eventStoreUrl ?? givenMongoUrl);
const missing = isNamed ? await missingAt(eventStoreUrl) : missingForDocker();
if (missing) process.stderr.write(`The test with real stores is skipped: ${missing}.\n`);

/**
 * Why the event store can't be used; empty if it can. Its events belong to the one product that has their
 * secrets.
 */
async function missingAt(url: string | undefined): Promise<string> {
  if (!url) return "";
  const log = connectLog(url);
  try {
    const found = await log.readStream(streams.adminDirectory, { maxCount: 1 }, 10_000);
    return found === "missing" ? "" : "the event store at TEST_EVENTSTORE_URL belongs to another product";
  } finally {
    await log.close();
  }
}

(missing ? describe.skip : describe)("the product on real stores", () => {
  let docker: DockerStores | undefined;
  let product: RunningProduct;
  let api: ApiClient;

  beforeAll(async () => {
    if (!isNamed) docker = await startDockerStores();
    const environment = docker?.environment ?? (eventStoreUrl ? { EVENTSTORE_URL: eventStoreUrl } : {});
    product = await startProduct({ environment });
    api = new ApiClient(product.url);
  }, 300_000);

  afterAll(async () => {
    await product?.stop();
    if (product) removeDataDir(product.dataDir);
    await docker?.stop();
  });

  test("a product on real stores imports PINs, registers a parent, binds a device, deactivates the PIN and shows that in the System action log", async () => {
    const admin = await api.signInAdmin();
    const imported = await api.importPins(admin, "REAL-001\nREAL-002\nREAL-001\n");
    expect(imported.body).toMatchObject({ added: 2, duplicates: 1 });
    const pins = await api.call("GET", "/api/admin/table/pins", {
      token: admin,
      readAfter: imported.position,
    });
    expect(pins.body.count).toBe(2);

    const parent = await newParent(api, product.url, "real@example.com");
    const activated = await api.call("PUT", "/api/user/activate-pin", {
      token: parent.token,
      body: { userId: parent.id, email: parent.email, pin: [{ pin: "REAL-001" }], device: "Browser" },
    });
    const token = activated.body.binding.device.deviceToken;
    const blocked = await api.call("PUT", "/api/admin/update-pin-status", {
      token: admin,
      body: { id: pinIdOf("REAL001"), status: false, comment: "On the real servers" },
    });
    const session = await api.call("GET", "/api/player/session", { token });
    expect(session.body).toEqual({ status: "lockedpin" });
    const log = await api.call("GET", "/api/admin/action-logs?page=1", {
      token: admin,
      readAfter: blocked.position,
    });
    expect(log.body.rows[0].value).toBe("REAL-001: On the real servers");
  });
});
