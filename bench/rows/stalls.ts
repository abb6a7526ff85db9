import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { importPins } from "../import/import-pins.ts";
import { newPinCodes } from "../import/pin-codes.ts";
import { HttpReader } from "../product/http-reader.ts";
import type { Product } from "../product/product.ts";
import type { Line, Row } from "./row.ts";

const readersAtOnce = 16;
const importedPins = 5_000;
const changesAtOnce = 8;
const table = "/api/admin/table";

/**
 * How long the loop of the process that serves HTTP stood still at most, while it did each kind of work. Meanwhile it can't begin
 * anything else, so the longest stall is what a short request may have to wait. It adds PINs, so it comes after the other rows of a
 * filled product.
 */
export const stalls: Row = {
  name: "stalls",
  needs: "filled",
  async measure({ product, sizes }) {
    const milliseconds = sizes.quick ? 1_000 : 10_000;
    const reader = new HttpReader(product, readersAtOnce);
    const codes: string[] = [];
    let change = 0;
    const kinds: [string, number, () => Promise<unknown>][] = [
      ["pages are read", readersAtOnce, () => reader.length(`${table}/pins?limit=100`)],
      ["tables are searched", readersAtOnce, () => reader.length(`${table}/users?query=an&limit=100`)],
      ["consumers are exported", 1, () => reader.length("/api/admin/export/users")],
      ["PINs are imported", 1, async () => codes.push(...(await importNewPins(product)))],
      ["PINs are changed", changesAtOnce, () => deactivate(product, codes[change++ % codes.length] ?? "")],
    ];
    const lines: Line[] = [];
    try {
      for (const [kind, atOnce, work] of kinds) {
        const longest = await longestStallWhile(product, () => repeat(atOnce, milliseconds, work));
        lines.push({
          what: `Longest stall of the main loop while ${kind}`,
          ours: { value: longest, unit: "ms" },
          target: { atMost: 50 },
        });
      }
    } finally {
      await reader.close();
    }
    return lines;
  },
};

/** Callers that repeat the work one after another. */
async function repeat(atOnce: number, milliseconds: number, work: () => Promise<unknown>): Promise<void> {
  const end = performance.now() + milliseconds;
  const caller = async () => {
    do await work();
    while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
}

/** In milliseconds. The figure begins anew each time that the metrics are read. */
async function longestStallWhile(product: Product, work: () => Promise<void>): Promise<number> {
  await longestStallSinceRead(product);
  await work();
  return longestStallSinceRead(product);
}

async function longestStallSinceRead({ url }: Product): Promise<number> {
  const text = await (await fetch(new URL("/metrics", url))).text();
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds\{service="gateway"\} (\S+)/m.exec(text) ?? [];
  if (seconds === undefined) throw new Error("The metrics don't have the lag of the event loop");
  return Number(seconds) * 1_000;
}

/** Imports new PINs and gives their codes. */
async function importNewPins(product: Product): Promise<string[]> {
  const codes = newPinCodes(importedPins);
  await importPins(product, codes);
  return codes;
}

async function deactivate(product: Product, code: string): Promise<void> {
  const body = { id: pinIdOf(code), status: false, comment: "bench" };
  await product.call("PUT", "/api/admin/update-pin-status", body);
}
