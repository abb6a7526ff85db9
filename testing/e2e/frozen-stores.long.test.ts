import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { routesOf } from "@ornament/contracts/routes";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { type Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { validBodies } from "@ornament/testing/commands/valid-bodies";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { untilNotReady, untilReady } from "@ornament/testing/product/until-ready";
import { processes } from "@ornament/testing/programs/processes";
import { testOnEmbeddedMongo } from "@ornament/testing/stores/test-mongo";

/**
 * The product's deadline for a request, in milliseconds. It also holds while a store keeps its connections
 * open without answering.
 */
const deadline = 5_000;
/** Extra time for a busy machine. */
const margin = 2_500;

let product: RunningProduct;
let api: ApiClient;
let admin: string;
let parent: Parent;
let device: string;
let resume: (() => void) | undefined;

beforeAll(async () => {
  product = await startProduct({
    flags: ["--split"],
    environment: { LOG_LEVEL: "silent", REQUEST_DEADLINE_SECONDS: "5" },
  });
  api = new ApiClient(product.url);
  admin = await api.signInAdmin();
  await api.importPins(admin, "FROZ-001\nFROZ-002\n");
  parent = await newParent(api, product.url, "frozen@example.com");
  const activated = await api.call("PUT", "/api/user/activate-pin", {
    token: parent.token,
    body: { userId: parent.id, email: parent.email, pin: [{ pin: "FROZ-001" }], device: "Browser" },
  });
  device = activated.body.binding.device.deviceToken;
});
afterEach(() => thaw());
afterAll(async () => {
  thaw();
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

function freeze(part: "eventstore" | "mongodb"): void {
  const external = part === "eventstore" ? product.stores.eventStore : undefined;
  if (external) {
    external.signal("SIGSTOP");
    resume = () => external.signal("SIGCONT");
    return;
  }
  const found = processes().find(
    (found) => found.parent === product.pid && found.command.includes(`${part}.js`),
  );
  if (!found) throw new Error(`${part} is not running`);
  const { pid } = found;
  process.kill(pid, "SIGSTOP");
  resume = () => process.kill(pid, "SIGCONT");
}

function thaw(): void {
  resume?.();
  resume = undefined;
}

const tokenFor = ({ callers, path }: RouteDefinition) => {
  if (callers.includes("anonymous")) return undefined;
  if (callers.includes("device") && !callers.includes("consumer")) return device;
  return path.startsWith("/api/user") ? parent.token : admin;
};

/** Calls a route with a token that it accepts. Returns the answer and the time it took, in milliseconds. */
async function timed(route: RouteDefinition): Promise<Answer & { name: string; took: number }> {
  const bodies = validBodies({ adminId: 1, consumerId: parent.id, consumerEmail: parent.email });
  const path = route.path.replace(":id", String(pinIdOf("FROZ002"))).replace(/:\w+/g, "x");
  const token = tokenFor(route);
  const began = performance.now();
  const answer =
    route.accepts === "multipart"
      ? await api.sendFile(path, { token: admin, csv: "FROZ-003\n" })
      : await api.call(route.method, path, { token, body: bodies[route.name as keyof typeof bodies] });
  return { ...answer, name: route.name, took: performance.now() - began };
}

const answersOf = (service: "command-api" | "query-api") =>
  Promise.all(routesOf(service).map((route) => timed(route)));

/** Routes that don't need the store may succeed. All others answer 503 with a code and the time to wait. */
function expectInTime(answers: readonly (Answer & { name: string; took: number })[]): void {
  const late = answers
    .filter(({ took }) => took > deadline + margin)
    .map(({ name, took }) => ({ name, took }));
  expect(late).toEqual([]);
  const failed = answers.filter(({ status }) => status >= 500);
  for (const { name, status, body, headers } of failed)
    expect({ name, status, code: body.code, retryAfter: headers.get("retry-after") }).toEqual({
      name,
      status: 503,
      code: expect.stringMatching(/^(unavailable|outcome_unknown|busy)$/),
      retryAfter: expect.stringMatching(/^\d+$/),
    });
}

const becomesReady = () => untilReady(`${product.url}/readyz`, 20_000);
const becomesNotReady = () => untilNotReady(`${product.url}/readyz`, 20_000);

const setLimit = (value: number, key: string) =>
  api.call("POST", "/api/admin/update-setting", {
    token: admin,
    key,
    body: { name: "numberDevices", value },
  });

test("while the event store is frozen, every command answers within 5 s and the product is not ready; afterwards both recover", async () => {
  freeze("eventstore");
  const answers = await answersOf("command-api");
  expectInTime(answers);
  const refused = answers.filter(({ status }) => status === 503).map(({ name }) => name);
  expect(refused).toEqual(
    expect.arrayContaining(["adminLogin", "consumerLogin", "importPins", "updatePinStatus", "activatePins"]),
  );
  expect(await becomesNotReady()).toMatchObject({
    reason: expect.stringMatching(/command-api: .*event store/),
  });

  thaw();
  await becomesReady();
  expect((await setLimit(6, "after-the-freeze")).status).toBe(200);
});

test("a command that fails because the event store is frozen takes effect once when it is repeated with its key", async () => {
  await becomesReady();
  freeze("eventstore");
  const first = await setLimit(8, "the-same-key");
  expect(first).toMatchObject({ status: 503, body: { code: expect.stringMatching(/unavailable|unknown/) } });
  thaw();
  await becomesReady();
  const again = await setLimit(8, "the-same-key");
  expect(again.status).toBe(200);
  const log = await api.call("GET", "/api/admin/controls", { token: admin, readAfter: again.position });
  expect(log.body.rows).toContainEqual(expect.objectContaining({ name: "numberDevices", value: 8 }));
});

testOnEmbeddedMongo("process")(
  "while the document store is frozen, every read answers within 5 s, commands work and the product is not ready; afterwards reads recover",
  async () => {
    await becomesReady();
    freeze("mongodb");
    const answers = await answersOf("query-api");
    expectInTime(answers);
    const refused = answers.filter(({ status }) => status === 503).map(({ name }) => name);
    expect(refused).toEqual(
      expect.arrayContaining(["listPins", "listAdmins", "exportConsumers", "publicSettings"]),
    );
    const changed = await setLimit(7, "while-frozen");
    expect(changed.status).toBe(200);
    expect(await becomesNotReady()).toMatchObject({
      reason: expect.stringMatching(/MongoDB|does not answer/),
    });

    thaw();
    await becomesReady();
    const settings = await api.call("GET", "/api/admin/controls", {
      token: admin,
      readAfter: changed.position,
    });
    expect(settings.body.rows).toContainEqual(expect.objectContaining({ name: "numberDevices", value: 7 }));
  },
);
