import { setTimeout as pause } from "node:timers/promises";
import { percentile } from "../measure/figures.ts";
import { type Answered, KeepAliveClient } from "../measure/keep-alive-client.ts";
import type { Line, Row } from "./row.ts";

const clients = 500;

interface Crowd {
  /** The milliseconds of each answer. */
  readonly served: readonly number[];
  readonly refused: readonly number[];
}

/**
 * 500 clients, each with a connection of its own, which read pages without a pause. A client that is refused comes back after the seconds of
 * `Retry-After`.
 */
export const manyClients: Row = {
  name: "many-clients",
  needs: "filled",
  async measure({ product, sizes }) {
    const seconds = sizes.quick ? 4 : 30;
    const { served, refused } = await crowd(product.url, product.headers, seconds);
    const all = [...served, ...refused];
    const p50 = percentile(served, 0.5);
    const about = `${clients} clients for ${seconds} s`;
    return [
      {
        what: `${about}: p99 of the pages`,
        ours: { value: percentile(served, 0.99), unit: "ms" },
        baseline: { what: "their p50", value: p50, unit: "ms" },
        target: { atMost: 3 },
      },
      {
        what: `${about}: slowest answer, refusals included`,
        ours: { value: percentile(all, 1), unit: "ms" },
        baseline: { what: "p50 of the pages", value: p50, unit: "ms" },
      },
      { what: `${about}: pages`, ours: { value: served.length / seconds, unit: "pages/s" } },
      {
        what: `${about}: refused with 503 and Retry-After`,
        ours: { value: (100 * refused.length) / all.length, unit: "% of answers" },
      },
    ] satisfies Line[];
  },
};

async function crowd(url: string, headers: Record<string, string>, seconds: number): Promise<Crowd> {
  const served: number[] = [];
  const refused: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const clientLoop = async () => {
    const client = new KeepAliveClient(url, headers);
    while (performance.now() < end) {
      const answer = await client.call("GET", "/api/admin/table/pins?limit=25");
      (isServed(answer) ? served : refused).push(answer.milliseconds);
      const left = end - performance.now();
      await pause(Math.max(0, Math.min(left, answer.retryAfterSeconds * 1_000)));
    }
    client.close();
  };
  await Promise.all(Array.from({ length: clients }, clientLoop));
  return { served, refused };
}

/** Throws for an answer that is neither a page nor a refusal that says when to come back. */
function isServed({ status, retryAfterSeconds, text }: Answered): boolean {
  if (status === 200) return true;
  if (status === 503 && retryAfterSeconds > 0) return false;
  throw new Error(`A page was answered ${status}: ${text}`);
}
