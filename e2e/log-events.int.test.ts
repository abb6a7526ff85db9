import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogEntryRow, LogEvent } from "@ornament/contracts/api/action-log";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";

let product: RunningProduct;
let api: ApiClient;
let token: string;
beforeAll(async () => {
  product = await startProduct();
  api = new ApiClient(product.url);
  token = await api.signInAdmin();
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

/** Changes the device limit `times` times, one after another. Resolves with the position of the last change. */
async function change(times: number): Promise<string> {
  let position = "";
  for (let n = 1; n <= times; n += 1) {
    const body = { name: "numberDevices", value: n };
    const { status, headers } = await api.call("POST", "/api/admin/update-setting", { token, body });
    expect(status).toBe(200);
    position = headers.get("x-position") ?? "";
  }
  return position;
}

/** Collects pages until the log has reached the position. */
async function collect(until: Promise<string>): Promise<LogEvent[]> {
  const events: LogEvent[] = [];
  let after = "";
  let end: string | undefined;
  until.then((position) => {
    end = position;
  });
  while (end === undefined || after === "" || BigInt(after) < BigInt(end)) {
    const query = new URLSearchParams({ limit: "3", ...(after === "" ? {} : { after }) });
    const { status, body } = await api.call("GET", `/api/admin/log/events?${query}`, { token });
    expect(status).toBe(200);
    events.push(...body.events);
    expect(BigInt(body.next) >= BigInt(after || "0")).toBe(true);
    after = body.next;
  }
  return events;
}

test("the pages of events have every entry of the System action log once and in its order, while commands run", async () => {
  const commands = Promise.all([change(30), change(30)]).then((ends) =>
    ends.reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b)),
  );
  const [events, others] = await Promise.all([collect(commands), collect(commands)]);
  // A read of the whole list would add an entry.
  const log = await api.call("GET", "/api/admin/action-logs?page=1&limit=100&direction=ASC", {
    token,
    readAfter: await commands,
  });
  const ids = log.body.rows.map(({ id }: LogEntryRow) => id);
  expect(ids.length).toBeGreaterThan(30);
  expect(events.map(({ id }) => id)).toEqual(ids);
  expect(others.map(({ id }) => id)).toEqual(ids);
  const positions = events.map(({ position }) => BigInt(position));
  expect(positions).toEqual(positions.toSorted((a, b) => Number(a - b)));
});
