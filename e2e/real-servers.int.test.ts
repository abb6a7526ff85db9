import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import { ApiClient } from "./product/api-client.ts";
import { newParent } from "./product/parents.ts";
import { type RunningProduct, removeDataDir, startProduct } from "./product/running-product.ts";

/** The same product on EventStoreDB 24.10 and MongoDB 8, where a Docker engine answers that has their images or gets them. */
const images = { eventstore: "eventstore/eventstore:24.10.14", mongodb: "mongo:8" } as const;
const patience = 10 * 60_000;
const docker = (...parameters: string[]) =>
  spawnSync("docker", parameters, { stdio: "ignore", timeout: patience }).status === 0;
const missing = !docker("info")
  ? "no Docker engine answers"
  : Object.values(images)
      .filter((image) => !docker("image", "inspect", image) && !docker("pull", "--quiet", image))
      .map((image) => `Docker can't get ${image}`)
      .join(", ");
if (missing) console.log(`Skipped: ${missing}, so nothing is tried on the real servers.`);
const onRealServers = missing ? describe.skip : describe;

onRealServers("on the real servers", () => {
  const containers: StartedTestContainer[] = [];
  let product: RunningProduct;
  let api: ApiClient;

  beforeAll(async () => {
    const [eventstore, mongodb] = await Promise.all([
      new GenericContainer(images.eventstore)
        .withEnvironment({ EVENTSTORE_INSECURE: "true", EVENTSTORE_RUN_PROJECTIONS: "None" })
        .withExposedPorts(2113)
        .withWaitStrategy(Wait.forHttp("/health/live", 2113).forStatusCodeMatching((status) => status < 300))
        .start(),
      new GenericContainer(images.mongodb).withExposedPorts(27017).start(),
    ]);
    containers.push(eventstore, mongodb);
    product = await startProduct({
      environment: {
        EVENTSTORE_URL: `esdb://${eventstore.getHost()}:${eventstore.getMappedPort(2113)}?tls=false`,
        MONGODB_URL: `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(27017)}/?directConnection=true`,
      },
    });
    api = new ApiClient(product.url);
  }, 300_000);

  afterAll(async () => {
    await product?.stop();
    if (product) removeDataDir(product.dataDir);
    await Promise.all(containers.map((container) => container.stop()));
  });

  test("imports PINs, registers a parent, binds a device, blocks the PIN and logs it all", async () => {
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
