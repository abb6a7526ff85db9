import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { formatPinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { ApiClient } from "@ornament/testing/calls/api-client";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";

// The product is killed with SIGKILL while it works, and started again on its data.
let dataDir: string;
let product: RunningProduct;

const codes = Array.from({ length: 400 }, (_, index) => `CUT${String(index).padStart(4, "0")}`);

beforeAll(() => {
  dataDir = newDataDir();
});

afterAll(async () => {
  await product?.kill();
  removeDataDir(dataDir);
});

/**
 * Deactivates one PIN after another until the product doesn't answer any more. Returns the PINs whose
 * deactivation was acknowledged.
 */
async function deactivateUntilKilled(
  api: ApiClient,
  token: string,
  own: readonly string[],
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (const code of own) {
    const answer = await api
      .call("PUT", "/api/admin/update-pin-status", {
        token,
        body: { id: pinIdOf(code), status: false, comment: `Cut ${code}` },
      })
      .catch(() => undefined);
    if (!answer) return acknowledged;
    if (answer.status === 200) acknowledged.push(code);
  }
  return acknowledged;
}

test("changes that were acknowledged before a power cut are in the tables and in the log after it", async () => {
  product = await startProduct({ dataDir });
  const api = new ApiClient(product.url);
  const token = await api.signInAdmin();
  const imported = await api.importPins(token, codes.join("\n"), "before the cut.csv");
  expect(imported.body.added).toBe(codes.length);

  const writers = Array.from({ length: 16 }, (_, writer) =>
    deactivateUntilKilled(
      api,
      token,
      codes.filter((_code, index) => index % 16 === writer),
    ),
  );
  await untilSomeAreDeactivated(api, token);
  await product.kill();
  const acknowledged = (await Promise.all(writers)).flat();
  expect(acknowledged.length).toBeGreaterThan(0);

  product = await startProduct({ dataDir });
  const after = new ApiClient(product.url);
  const again = await after.signInAdmin();
  const blocked = new Set<string>();
  for (let page = 1; page <= codes.length / 100; page += 1) {
    const { body } = await after.call("GET", `/api/admin/table/pins?page=${page}&limit=100`, {
      token: again,
    });
    expect(body.count).toBe(codes.length);
    for (const row of body.rows) if (row.blocked) blocked.add(row.pin);
  }
  expect(acknowledged.map(formatPinCode).filter((pin) => !blocked.has(pin))).toEqual([]);

  const log = await after.call<{ actionType: { name: string }; value: string }[]>(
    "GET",
    "/api/admin/action-logs",
    {
      token: again,
    },
  );
  const logged = new Set(log.body.map(({ value }) => value));
  expect(acknowledged.filter((code) => !logged.has(`${formatPinCode(code)}: Cut ${code}`))).toEqual([]);
  expect(log.body.filter(({ actionType }) => actionType.name === "PINs imported")).toHaveLength(1);
}, 180_000);

async function untilSomeAreDeactivated(api: ApiClient, token: string) {
  for (;;) {
    const { body } = await api.call("GET", "/api/admin/action-logs?page=1&query=deactivated", { token });
    if (body.count >= 20) return;
  }
}
