import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routesOf } from "@ornament/contracts/api/routes";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { type Answer, ApiClient } from "./product/api-client.ts";
import { newParent, type Parent } from "./product/parents.ts";
import { processes } from "./product/processes.ts";
import { type RunningProduct, removeDataDir, startProduct } from "./product/running-product.ts";
import { testOnEmbeddedMongo } from "./product/test-mongo.ts";
import { validBodies } from "./product/valid-bodies.ts";

/**
 * A store that does not answer, though its connections stand: every route answers within its deadline of 5 s, and all is
 * well at once when the store goes on.
 */
const deadline = 5_000;
/** For a machine that has much else to do. */
const margin = 2_500;

let product: RunningProduct;
let api: ApiClient;
let admin: string;
let parent: Parent;
let device: string;
let frozen: { goOn(): void } | undefined;

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
  const given = part === "eventstore" ? product.stores.eventStore : undefined;
  if (given) {
    given.signal("SIGSTOP");
    frozen = { goOn: () => given.signal("SIGCONT") };
    return;
  }
  const found = processes().find(
    ({ parent: of, command }) => of === product.pid && command.includes(`${part}.js`),
  );
  if (!found) throw new Error(`${part} does not run`);
  const { pid } = found;
  process.kill(pid, "SIGSTOP");
  frozen = { goOn: () => void process.kill(pid, "SIGCONT") };
}

function thaw(): void {
  frozen?.goOn();
  frozen = undefined;
}

const tokenFor = ({ callers, path }: RouteDefinition) => {
  if (callers.includes("anonymous")) return undefined;
  if (callers.includes("device") && !callers.includes("consumer")) return device;
  return path.startsWith("/api/user") ? parent.token : admin;
};

/** A request of the route that would be let in, and how long its answer took. */
async function timed(route: RouteDefinition): Promise<Answer & { name: string; took: number }> {
  const bodies = validBodies({ adminId: 1, consumerId: parent.id, consumerEmail: parent.email });
  const path = route.path.replace(":id", String(pinIdOf("FROZ002"))).replace(/:\w+/g, "x");
  const token = tokenFor(route);
  const began = performance.now();
  const answer =
    route.accepts === "multipart"
      ? await api.importPins(admin, "FROZ-003\n")
      : await api.call(route.method, path, { token, body: bodies[route.name as keyof typeof bodies] });
  return { ...answer, name: route.name, took: performance.now() - began };
}

const answersOf = (service: "command-api" | "query-api") =>
  Promise.all(routesOf(service).map((route) => timed(route)));

/** What needs no store may well answer; what needs one says that it can't be done now, and when to come again. */
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

async function untilReady(wanted: boolean): Promise<{ ready: boolean; reason?: string }> {
  const until = Date.now() + 20_000;
  for (;;) {
    const { body } = await api.call("GET", "/readyz");
    if (body.ready === wanted) return body;
    if (Date.now() > until) throw new Error(`/readyz says ${JSON.stringify(body)}`);
  }
}

const setLimit = (value: number, key: string) =>
  api.call("POST", "/api/admin/update-setting", {
    token: admin,
    key,
    body: { name: "numberDevices", value },
  });

test("with the event store frozen every command answers 503 within 5 s, not ready; then all goes on", async () => {
  freeze("eventstore");
  const answers = await answersOf("command-api");
  expectInTime(answers);
  const refused = answers.filter(({ status }) => status === 503).map(({ name }) => name);
  expect(refused).toEqual(
    expect.arrayContaining(["adminLogin", "consumerLogin", "importPins", "updatePinStatus", "activatePins"]),
  );
  expect(await untilReady(false)).toMatchObject({
    reason: expect.stringMatching(/command-api: .*event store/),
  });

  thaw();
  await untilReady(true);
  const began = performance.now();
  expect((await setLimit(6, "after-the-freeze")).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("a command cut off by the freeze is done once when it is sent again with its key", async () => {
  await untilReady(true);
  freeze("eventstore");
  const first = await setLimit(8, "the-same-key");
  expect(first).toMatchObject({ status: 503, body: { code: expect.stringMatching(/unavailable|unknown/) } });
  thaw();
  await untilReady(true);
  const again = await setLimit(8, "the-same-key");
  expect(again.status).toBe(200);
  const log = await api.call("GET", "/api/admin/controls", { token: admin, readAfter: again.position });
  expect(log.body.rows).toContainEqual({ name: "numberDevices", value: 8 });
});

testOnEmbeddedMongo("process")(
  "with the document store frozen every read answers within 5 s, commands go on, not ready; then all goes on",
  async () => {
    await untilReady(true);
    freeze("mongodb");
    const answers = await answersOf("query-api");
    expectInTime(answers);
    const refused = answers.filter(({ status }) => status === 503).map(({ name }) => name);
    expect(refused).toEqual(
      expect.arrayContaining(["listPins", "listAdmins", "exportConsumers", "publicSettings"]),
    );
    const changed = await setLimit(7, "while-frozen");
    expect(changed.status).toBe(200);
    expect(await untilReady(false)).toMatchObject({
      reason: expect.stringMatching(/MongoDB|does not answer/),
    });

    thaw();
    await untilReady(true);
    const settings = await api.call("GET", "/api/admin/controls", {
      token: admin,
      readAfter: changed.position,
    });
    expect(settings.body.rows).toContainEqual({ name: "numberDevices", value: 7 });
  },
);
