import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newDataDir, removeDataDir, startProduct } from "@ornament/testing/product/running-product";
import { median } from "@ornament/testing/suites/percentile";
import { MongoClient } from "mongodb";
import { fillDataDir, startTimeoutMs } from "../product/benched-product.ts";
import { drawPeople } from "../seed/people.ts";
import type { Line, Row } from "./row.ts";

const rounds = 3;

/** Starts that continue from the documents of the read models, after a stop and after a SIGKILL. */
export const restart: Row = {
  name: "restart",
  needs: "empty",
  async measure({ sizes }) {
    const people = sizes.quick ? 100 : 22_000;
    const [empty, filled] = [newDataDir(), newDataDir()];
    try {
      const { events } = await fillDataDir(filled, drawPeople(people, people));
      const emptyStart = median((await startsOf(empty, "stop")).slice(1));
      const [first = 0, ...afterStop] = await startsOf(filled, "stop");
      const [, ...afterKill] = await startsOf(filled, "kill");
      const documents = await documentsOf(filled);
      const line = (what: string, milliseconds: number): Line => ({
        what: `Ready after ${what}, longer than an empty product, for each million documents`,
        measured: ((milliseconds - emptyStart) / documents) * 1_000,
        unit: "s",
        bound: { atMost: 3 },
        note: `${documents} documents of ${events} events: ${seconds(milliseconds)}; empty ${seconds(emptyStart)}, without documents ${seconds(first)}`,
      });
      return [line("a stop", median(afterStop)), line("a SIGKILL", median(afterKill))];
    } finally {
      removeDataDir(empty);
      removeDataDir(filled);
    }
  },
};

/** Starts the product several times and ends it each time. Returns the milliseconds until it was ready. */
async function startsOf(dataDir: string, end: "stop" | "kill"): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const product = await startProduct({ dataDir, ownStores: true, startTimeoutMs });
    times.push(product.startedIn);
    await product[end]();
  }
  return times;
}

/** The number of documents of the read models. */
async function documentsOf(dataDir: string): Promise<number> {
  const product = await startProduct({ dataDir, ownStores: true });
  const { mongodbUrl } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
  const client = await new MongoClient(mongodbUrl).connect();
  const { objects } = await client.db("ornament").stats();
  await client.close();
  await product.stop();
  return Number(objects);
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
