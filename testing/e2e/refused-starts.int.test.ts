import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { startEventStore } from "@ornament/embedded/eventstore/server";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { refusedStart } from "@ornament/testing/product/refused-start";
import {
  collectOutput,
  exitOf,
  newDataDir,
  removeDataDir,
  spawnProduct,
  startProduct,
  untilPrinted,
} from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";

let dataDir: string;

beforeEach(() => {
  dataDir = newDataDir();
});

afterEach(() => removeDataDir(dataDir));

test.each([
  ["PORT", "99999"],
  ["PUBLIC_URL", "http://192.168.1.5:8161"],
  ["EVENTSTORE_URL", "esdb://a:2113,b:port,c:2113?tls=false"],
])(
  "the product does not start with %s=%s, and prints one line that names the setting",
  async (name, value) => {
    const { code, lines } = await refusedStart(dataDir, { [name]: value });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringContaining(name)]);
  },
);

test("of two products that start at the same time on one port, one runs and the other ends with one line that names the port", async () => {
  const port = String(await freePort());
  const dataDirs = [dataDir, newDataDir()];
  const children = dataDirs.map((own) => spawnProduct({ dataDir: own, environment: { PORT: port } }));
  const [one, two] = children.map(collectOutput);
  const ends = children.map(exitOf);
  try {
    const first = await Promise.race(ends.map((end, n) => end.then((code) => ({ n, code }))));
    const [refused, running] = first.n === 0 ? [one, two] : [two, one];
    expect(first.code).not.toBe(0);
    expect(refused?.().trim().split("\n")).toEqual([expect.stringContaining(`PORT ${port} is taken`)]);
    const [other] = children.toSpliced(first.n, 1);
    if (other && running) await untilPrinted(other, running, /Ornament is ready at/);
    other?.kill("SIGTERM");
    expect(await Promise.all(ends)).toContain(0);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ends);
    for (const own of dataDirs) removeDataDir(own);
  }
});

test("a product over an existing event store ends with exit code 78 and one line if its secrets are wrong or missing, and makes no new ones", async () => {
  const product = await startProduct({ dataDir, ownStores: true });
  await product.stop();
  const file = join(dataDir, "secrets.json");
  const secrets = readFileSync(file, "utf8");
  const refused = async (of: string, environment: Record<string, string>, line: RegExp) => {
    const { code, lines } = await refusedStart(of, environment);
    // On a slow machine the product first prints what it waits for.
    const reasons = lines.filter((printed) => !printed.includes("Preparing…"));
    expect({ code, reasons }).toEqual({ code: 78, reasons: [expect.stringMatching(line)] });
  };

  const { ADDRESS_KEY = "" } = drawSecrets();
  await refused(dataDir, { ADDRESS_KEY }, /ADDRESS_KEY has two values/);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(secrets), ADDRESS_KEY }));
  await refused(dataDir, {}, /ADDRESS_KEY is not the key of this event store/);
  rmSync(file);
  await refused(dataDir, {}, /secrets\.json is missing/);
  expect(existsSync(file)).toBe(false);

  const store = await startEventStore({ dataDir });
  const elsewhere = newDataDir();
  try {
    const given = { EVENTSTORE_URL: store.connectionString };
    await refused(elsewhere, given, /MASTER_KEY.* not .*of this event store/);
    expect(existsSync(join(elsewhere, "secrets.json"))).toBe(false);
  } finally {
    await store.stop();
    removeDataDir(elsewhere);
  }
});
