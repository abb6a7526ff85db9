import { setTimeout as pause } from "node:timers/promises";
import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import {
  isOfKind,
  isUnfinished,
  type Job,
  jobRequest,
  jobsCollection,
  pastReadModels,
} from "@ornament/contracts/read-models/jobs";
import { mongodbUrl } from "@ornament/testing/product/product-files";
import { percentile } from "@ornament/testing/suites/percentile";
import { MongoClient } from "mongodb";
import { millisecondsOf } from "../measure/one-by-one.ts";
import type { BenchedProduct } from "../product/benched-product.ts";
import { pageOf } from "../tables/kinds.ts";
import type { Row } from "./row.ts";

const pollMilliseconds = 250;
/** The time between two pages of a reader: many screens together. */
const readMilliseconds = 20;

/** The tables as they stood at an instant: the time until the first page, later pages, and live pages meanwhile. */
export const asOf: Row = {
  name: "as-of",
  needs: "filled",
  async measure({ product, sizes }) {
    const seconds = sizes.quick ? 2 : 10;
    await liveUntil(product, () => pause(1_000));
    const live = await liveUntil(product, () => pause(seconds * 1_000));
    let rebuilt = 0;
    let first = 0;
    const duringRebuild = await liveUntil(product, async () => {
      rebuilt = await millisecondsOf(() => rebuild(product));
    });
    const instant = new Date().toISOString();
    const meanwhile = await liveUntil(product, async () => {
      first = await millisecondsOf(() => untilShown(product, instant));
    });
    const past = await pagesOf(product, seconds, { "x-as-of": instant });
    return [
      {
        what: "Tables at an instant: the first page compared with a rebuild of their read models",
        measured: first / rebuilt,
        unit: "×",
        bound: { atMost: 1.2 },
        note: `${(first / 1_000).toFixed(1)} s and ${(rebuilt / 1_000).toFixed(1)} s, ${product.events} events`,
      },
      {
        what: "Tables at an instant: p95 of a later page",
        measured: percentile(past, 0.95),
        unit: "ms",
        bound: { atMost: 20 },
      },
      {
        what: "Live pages while the tables of an instant are filled: p99 compared with before",
        measured: percentile(meanwhile, 0.99) / percentile(live, 0.99),
        unit: "×",
        bound: { atMost: 1.5 },
        note: `${percentile(meanwhile, 0.99).toFixed(1)} ms and ${percentile(live, 0.99).toFixed(1)} ms; ${percentile(duringRebuild, 0.99).toFixed(1)} ms in a rebuild`,
      },
    ];
  },
};

const page = (n: number) => pageOf(pinAddresses.listPins.path, { page: String(1 + (n % 8)) });

/** The milliseconds of live pages, one every 20 ms, until the work has ended. */
async function liveUntil({ api, admin }: BenchedProduct, work: () => Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const end = work().finally(() => {
    isDone = true;
  });
  const milliseconds: number[] = [];
  for (let n = 0; !isDone; n += 1) {
    milliseconds.push(await millisecondsOf(() => api.call("GET", page(n), { token: admin })));
    await pause(readMilliseconds);
  }
  await end;
  return milliseconds;
}

async function pagesOf(
  { api, admin }: BenchedProduct,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number[]> {
  const milliseconds: number[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < end; n += 1)
    milliseconds.push(await millisecondsOf(() => api.call("GET", page(n), { token: admin, headers })));
  return milliseconds;
}

async function untilShown({ api, admin }: BenchedProduct, instant: string): Promise<void> {
  for (;;) {
    const { status, body } = await api.call("GET", page(0), {
      token: admin,
      headers: { "x-as-of": instant },
    });
    if (status === 200) return;
    if (status !== 409) throw new Error(`The page was answered ${status}: ${JSON.stringify(body)}`);
    await pause(pollMilliseconds);
  }
}

/** Rebuilds the read models that are shown at an instant, by one request to the projector. */
async function rebuild({ running }: BenchedProduct): Promise<void> {
  const client = new MongoClient(mongodbUrl(running));
  try {
    const jobs = client.db("ornament").collection<Job>(jobsCollection);
    const { filter, update } = jobRequest({ kind: "rebuild", names: [...pastReadModels] }, new Date());
    await jobs.updateOne(filter, update, { upsert: true });
    for (;;) {
      const job = await jobs.findOne(filter);
      if (job && isOfKind(job, "rebuild") && !isUnfinished(job)) {
        if (job.passed) return;
        throw new Error(job.messages?.join("; ") ?? String(job.reason));
      }
      await pause(pollMilliseconds);
    }
  } finally {
    await client.close();
  }
}
