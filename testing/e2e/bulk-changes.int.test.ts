import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { BulkChangeProfile, BulkChangeRow } from "@ornament/contracts/bulk-changes/api";
import { formatPinCode, pinCodeOf, pinIdOf } from "@ornament/contracts/values/pin-code";
import { ApiClient } from "@ornament/testing/calls/api-client";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import { eventStoreClient } from "@ornament/testing/product/product-files";
import { type RunningProduct, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { inBatches } from "@ornament/testing/suites/in-batches";

const pins = 1_500;
const parents = 15;
const batch = "Stolen 2026";
const firstId = pinIdOf("BULK000");
const codeOf = (n: number) => pinCodeOf(firstId + n);
const codes = Array.from({ length: pins }, (_, n) => codeOf(n));
/** The PINs that parents claim: one of each 100. */
const claimed = Array.from({ length: parents }, (_, n) => codeOf(n * (pins / parents)));

let product: RunningProduct;
let api: ApiClient;
let token = "";
const families: Parent[] = [];

async function open(dataDir?: string): Promise<void> {
  product = await startProduct(dataDir === undefined ? {} : { dataDir });
  api = new ApiClient(product.url);
  token = await api.signInAdmin();
}

beforeAll(async () => {
  await open();
  const csv = `pin,batch\n${codes.map((code) => `${formatPinCode(code)},${batch}`).join("\n")}\n`;
  expect((await api.importPins(token, csv)).body).toMatchObject({ added: pins });
  const email = (n: number) => `parent-${n}@example.com`;
  families.push(...(await inBatches(parents, 3, (n) => newParent(api, product.url, email(n)))));
});
afterAll(async () => {
  await product?.stop();
  if (product) removeDataDir(product.dataDir);
});

interface PinHistory {
  events: { type: string; bulkChangeId: string | undefined }[];
}

/** The events of all PINs of the batch after their import, by code. */
async function histories(): Promise<Map<string, PinHistory["events"]>> {
  const client = eventStoreClient(product);
  const found = new Map<string, PinHistory["events"]>(codes.map((code) => [code, []]));
  for await (const { event } of client.readAll()) {
    const events = event?.streamId.startsWith("pin-") ? found.get(event.streamId.slice(4)) : undefined;
    if (!event || !events || event.type === "PinImported") continue;
    events.push({ type: event.type, bulkChangeId: (event.data as { bulkChangeId?: string }).bulkChangeId });
  }
  await client.dispose();
  return found;
}

const profileOf = async (id: string): Promise<BulkChangeProfile> => {
  const { status, body } = await api.call("GET", `/api/admin/bulk-changes/${id}`, { token });
  if (status !== 200) throw new Error(`The bulk change answered ${status}: ${JSON.stringify(body)}`);
  return body;
};

async function until(
  id: string,
  reached: (bulkChange: BulkChangeRow) => boolean,
): Promise<BulkChangeProfile> {
  for (;;) {
    const { body } = await api.call("GET", "/api/admin/bulk-changes", { token });
    const bulkChange = (body.rows as BulkChangeRow[]).find((row) => row.id === id);
    if (bulkChange && reached(bulkChange)) return profileOf(id);
    await pause(50);
  }
}

const isEnded = ({ state }: BulkChangeRow) => state === "completed" || state === "stopped";

const post = async (path: string, body: object, readAfter?: string | null) => {
  const answer = await api.call("POST", path, { token, body, ...(readAfter ? { readAfter } : {}) });
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
};

/** Waits until the read model has all PINs, and lists them. */
async function untilListed(wouldChange: number) {
  const path = `/api/admin/pins-to-change?change=deactivate&batch=${encodeURIComponent(batch)}`;
  for (;;) {
    const list = await api.call("GET", path, { token });
    if (list.body.count === pins && list.body.wouldChange === wouldChange) return list;
    await pause(50);
  }
}

const setStatus = (code: string, status: boolean) =>
  api.call("PUT", "/api/admin/update-pin-status", {
    token,
    body: { id: pinIdOf(code), status, comment: "One by one" },
  });

const claim = ({ id, email, token: own }: Parent, code: string) =>
  api.call("PUT", "/api/user/activate-pin", {
    token: own,
    body: { userId: id, email, pin: [{ pin: formatPinCode(code), name: "Tree" }] },
  });

test("1,500 PINs are deactivated exactly once although parents claim some and the process is killed, and the undo changes back exactly those that nobody changed since", async () => {
  const already = codeOf(7);
  await setStatus(already, false);
  await setStatus(codeOf(8), false);
  const list = await untilListed(pins - 2);
  expect(list.body).toMatchObject({ count: pins, wouldChange: pins - 2, batch, running: 0 });

  // The parents claim their PINs while the bulk change runs. A kill leaves some of them without an answer.
  const body = { pins: list.body.pins, change: "deactivate", comment: "Stolen from the lorry" };
  const { body: started } = await post("/api/admin/bulk-changes", body);
  const claims = Promise.allSettled(families.map((parent, n) => claim(parent, claimed[n] ?? "")));
  await until(started.id, ({ done }) => done >= pins / 4);
  await product.kill();
  await claims;
  await open(product.dataDir);
  const afterKill = await profileOf(started.id);
  expect(afterKill.state).toBe("running");
  expect(afterKill.done).toBeLessThan(pins);

  const ended = await until(started.id, isEnded);
  expect(ended).toMatchObject({
    state: "completed",
    total: pins,
    done: pins,
    changed: pins - 2,
    already: 2,
    refused: 0,
  });
  const after = await histories();
  const deactivations = [...after].map(([code, events]) => [
    code,
    events.filter(({ bulkChangeId }) => bulkChangeId === started.id).map(({ type }) => type),
  ]);
  const untouched: readonly string[] = [already, codeOf(8)];
  expect(deactivations).toEqual(
    codes.map((code) => [code, untouched.includes(code) ? [] : ["PinDeactivated"]]),
  );
  // A parent has the PIN and then the block, or has no PIN.
  for (const code of claimed)
    expect([["PinDeactivated"], ["PinRegistered", "PinDeactivated"]]).toContainEqual(
      after.get(code)?.map(({ type }) => type),
    );

  const log = await api.call("GET", "/api/admin/action-logs?page=1&group=pins&action=PINs%20deactivated", {
    token,
  });
  expect(log.body).toMatchObject({
    count: 1,
    rows: [
      {
        value: `1,498 of 1,500 PINs of ${batch}, 2 deactivated before: Stolen from the lorry`,
        others: 1_498,
      },
    ],
  });

  // Two PINs are changed one by one: they are not the bulk change's any more.
  const [first, second] = [codeOf(100), codeOf(1_300)];
  await setStatus(first, true);
  await setStatus(second, true);
  await setStatus(second, false);
  const undoPath = `/api/admin/bulk-changes/${started.id}/undo`;
  const half = (await post(undoPath, { comment: "They were found" })).body;
  await until(half.id, ({ done }) => done > 0);
  await post(`/api/admin/bulk-changes/${half.id}/stop`, {});
  const stopped = await until(half.id, isEnded);
  expect(stopped.state).toBe("stopped");
  expect(stopped.done).toBeLessThan(stopped.total);

  const rest = (await post(undoPath, { comment: "All of them" })).body;
  const undone = await until(rest.id, isEnded);
  expect(undone).toMatchObject({
    state: "completed",
    total: pins - 2,
    changed: pins - 4 - stopped.changed,
    refused: stopped.changed + 2,
    undoes: { id: started.id },
  });
  expect(undone.leftAlone.every(({ reason }) => reason === "changed_since")).toBe(true);
  const last = new Map([...(await histories())].map(([code, events]) => [code, events.at(-1)?.type]));
  const stillDeactivated = [...last].filter(([, type]) => type !== "PinActivated").map(([code]) => code);
  expect(stillDeactivated).toEqual([...untouched, second].toSorted());
  expect(await profileOf(started.id)).toMatchObject({ undoable: 0, undoneBy: rest.id });
}, 180_000);
