import { beforeEach, expect, test } from "@jest/globals";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import { beforeAppends } from "./testing/before-appends.ts";
import { apiForEachTest, forEachTest } from "./testing/running-api.ts";
import { firstAdmin } from "./testing/test-command-api.ts";

/** The service on an event store whose disk is full: reads work, and appends work again when there is space. */
const first = apiForEachTest();
const disk = { isFull: false, pinsLeft: Number.POSITIVE_INFINITY };
const write = () => {
  if (disk.isFull) throw new StorageFullError();
};
const api = forEachTest(() => {
  const view = beforeAppends(first.store, async (_stream, _expected, [event]) => {
    if (event?.type === "PinImported") disk.isFull ||= disk.pinsLeft-- <= 0;
    write();
  });
  const setStreamMetadata: typeof view.setStreamMetadata = async (...given) => {
    write();
    await first.store.setStreamMetadata(...given);
  };
  return first.replica({ ...view, setStreamMetadata });
});
const admin = forEachTest(() => api.signedInAdmin());
beforeEach(() => {
  Object.assign(disk, { isFull: false, pinsLeft: Number.POSITIVE_INFINITY });
});

const ready = async (): Promise<Record<string, unknown>> => {
  const { status, body } = await api.client().get("/readyz");
  return { status, ...body };
};
const setLimit = (value: number) => admin.post("/api/admin/update-setting", { name: "numberDevices", value });

test("without space a command is refused as 507 and the service is not ready; with space it is accepted again", async () => {
  expect(await ready()).toEqual({ status: 200, ready: true });
  disk.isFull = true;
  expect(await setLimit(9)).toMatchObject({
    status: 507,
    body: { error: true, code: "storage_full", message: expect.stringContaining("no space left") },
    headers: { "retry-after": "30" },
  });
  expect(await ready()).toEqual({ status: 503, ready: false, reason: "the event store has no space left" });
  expect((await admin.get("/api/admin/refresh")).status).toBe(507);
  disk.isFull = false;
  expect((await setLimit(4)).status).toBe(200);
  while (!(await ready()).ready);
});

test("an import that runs out of space answers 507 with the number of added PINs, and adds the rest when it is repeated", async () => {
  const importPins = async () => {
    const form = new FormData();
    const codes = Array.from({ length: 900 }, (_, n) => `FUL${String(n).padStart(4, "0")}`);
    form.append("file", new Blob([codes.join("\n")]), "pins.csv");
    const url = new URL("/api/admin/import/csv", api.url);
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(url, { method: "POST", body: form, headers });
    return {
      status: answer.status,
      wait: answer.headers.get("retry-after"),
      body: (await answer.json()) as { code?: string },
    };
  };
  disk.pinsLeft = 300;
  const message = expect.stringMatching(/no space left\. Until then: 300 PINs added/);
  expect(await importPins()).toMatchObject({
    status: 507,
    wait: "30",
    body: { code: "storage_full", message },
  });
  Object.assign(disk, { isFull: false, pinsLeft: Number.POSITIVE_INFINITY });
  // Its end could not be recorded, so it holds its turn until it has been silent for ten seconds.
  first.clock.advance(10_000);
  first.parts.jobs.follow();
  let again = await importPins();
  while (again.body.code === "import_running") again = await importPins();
  await first.parts.jobs.stop();
  expect(again).toMatchObject({ status: 200, body: { added: 600, duplicates: 300 } });
});

test("a sign-in without space is refused as storage_full and is not counted as a wrong password", async () => {
  disk.isFull = true;
  for (let n = 0; n < 12; n += 1)
    expect((await api.client().post("/api/admin/login", firstAdmin)).status).toBe(507);
  disk.isFull = false;
  expect((await api.signedInAdmin()).token).toBeDefined();
});
