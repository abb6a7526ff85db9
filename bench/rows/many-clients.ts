import { setTimeout as pause } from "node:timers/promises";
import { KeptConnections } from "@ornament/testing/calls/kept-connections";
import { percentile } from "@ornament/testing/suites/percentile";
import type { Row } from "./row.ts";

const clients = 500;

/**
 * 500 clients, each with one open connection, read pages without a pause. A refused client repeats the call
 * after the seconds of `Retry-After`. The client with the fewest pages must get at least a tenth of the
 * average.
 */
export const manyClients: Row = {
  name: "many-clients",
  needs: "filled",
  async measure({ product, sizes }) {
    const seconds = sizes.quick ? 4 : 30;
    const end = performance.now() + seconds * 1_000;
    const reads = await Promise.all(
      Array.from({ length: clients }, () => pagesUntil(end, product.running.url, product.admin)),
    );
    const milliseconds = reads.flat();
    const p50 = percentile(milliseconds, 0.5);
    const p99 = percentile(milliseconds, 0.99);
    const average = milliseconds.length / clients;
    const fewest = Math.min(...reads.map(({ length }) => length));
    return [
      {
        what: `${clients} clients: p99 of a page compared with their p50`,
        measured: p99 / p50,
        unit: "×",
        bound: { atMost: 3 },
        note: `${p99.toFixed(0)} ms and ${p50.toFixed(0)} ms, ${(milliseconds.length / seconds).toFixed(0)} pages/s`,
      },
      {
        what: `${clients} clients: fewest pages of one compared with the average`,
        measured: fewest / average,
        unit: "×",
        bound: { atLeast: 0.1 },
        note: `${fewest} and ${average.toFixed(0)} pages`,
      },
    ];
  },
};

/** The milliseconds of each page that a client got. */
async function pagesUntil(end: number, url: string, token: string): Promise<number[]> {
  const client = new KeptConnections(url, 1);
  const served: number[] = [];
  while (performance.now() < end) {
    const reply = await client.call("GET", "/api/admin/table/pins?limit=25", { token });
    const retryAfter = Number(reply.headers["retry-after"]);
    if (reply.status === 200) served.push(reply.milliseconds);
    else if (reply.status === 503 && retryAfter > 0)
      await pause(Math.min(Math.max(0, end - performance.now()), retryAfter * 1_000));
    else throw new Error(`A page was answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  }
  client.close();
  return served;
}
