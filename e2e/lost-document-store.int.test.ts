import { afterAll, beforeAll, expect } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { newParent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { processes } from "@ornament/testing/programs/processes";
import { testOnEmbeddedMongo } from "@ornament/testing/stores/test-mongo";

const test = testOnEmbeddedMongo("process");

let product: RunningProduct;
let api: ApiClient;

beforeAll(async () => {
  product = await startProduct({ environment: { LOG_LEVEL: "silent" } });
  api = new ApiClient(product.url);
});

afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

/** The embedded document store is the product's only child process. */
function killDocumentStore() {
  const [child] = processes().filter(({ parent }) => parent === product.pid);
  if (!child) throw new Error("The document store is not running");
  process.kill(child.pid, "SIGKILL");
}

test("without the document store sign-in, binding and the player's check work; afterwards the tables are rebuilt from the event store", async () => {
  const admin = await api.signInAdmin();
  const { position } = await api.importPins(admin, "LOST-001\nLOST-002\n");
  const parent = await newParent(api, product.url, "lost@example.com");
  const before = await api.call("GET", "/api/admin/table/pins", { token: admin, readAfter: position });
  expect(before.body.count).toBe(2);

  killDocumentStore();
  const activated = await api.call("PUT", "/api/user/activate-pin", {
    token: parent.token,
    body: { userId: parent.id, email: parent.email, pin: [{ pin: "LOST-001" }], device: "Browser" },
  });
  expect(activated.status).toBe(200);
  const session = await api.call("GET", "/api/player/session", {
    token: activated.body.binding.device.deviceToken,
  });
  expect(session.body.status).toBe("ok");
  const blocked = await api.call("PUT", "/api/admin/update-pin-status", {
    token: admin,
    body: { id: pinIdOf("LOST002"), status: false, comment: "While the tables were away" },
  });
  expect(blocked.status).toBe(200);

  const table = await untilAnswered(() =>
    api.call("GET", "/api/admin/table/pins", { token: admin, readAfter: blocked.position }),
  );
  expect(table.body.rows).toMatchObject([
    { pin: "LOST-001", email: parent.email, countDevices: 1, blocked: false },
    { pin: "LOST-002", email: null, blocked: true },
  ]);
  const log = await api.call("GET", "/api/admin/action-logs?page=1&query=while", { token: admin });
  expect(log.body.count).toBe(1);
});

/**
 * Repeats a read until the read models are complete again. Until then it may answer 503 or old data that is
 * marked as stale.
 */
async function untilAnswered(read: () => Promise<Answer>) {
  for (;;) {
    const answer = await read();
    if (answer.status === 200 && answer.headers.get("x-stale") === null) return answer;
    expect([200, 503]).toContain(answer.status);
  }
}
