import { type Compared, latencyLine, ratioLine } from "../measure/figures.ts";
import type { Product } from "../product/product.ts";
import type { SeedPeople } from "../seed/people.ts";
import { findRows } from "./find-rows.ts";
import { pinRows } from "./pin-rows.ts";
import { pageOf, type TableRow } from "./row.ts";
import { userRows } from "./user-rows.ts";

type Caller = Pick<Product, "call">;

/**
 * Compares every search, filter and preset with the plain first page of the same table. Both are asked in turns, so that a busy
 * machine slows both.
 */
export async function compareTables(product: Caller, people: SeedPeople, rounds: number): Promise<void> {
  const pins = pageOf("pins", {});
  await compareAll(product, "Pins", pins, pinRows(people), rounds);
  await compareAll(product, "Users", pageOf("users", {}), userRows(people), rounds);
  await compareAll(product, "Find", pins, findRows(people), rounds);
}

async function compareAll(
  product: Caller,
  table: string,
  plainPath: string,
  rows: readonly TableRow[],
  rounds: number,
): Promise<void> {
  const timeOf = async (path: string) => (await product.call("GET", path)).milliseconds;
  for (let n = 0; n < rounds; n += 1) await timeOf(plainPath);
  const all: Compared[] = [];
  for (const { what, path } of rows) {
    const found = foundIn((await product.call("GET", path)).content);
    const times: number[] = [];
    const plain: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      plain.push(await timeOf(plainPath));
      times.push(await timeOf(path));
    }
    all.push({ what: `${table}: ${what} (${found})`, times, plain });
  }
  const plain = all.flatMap((compared) => compared.plain);
  console.log(latencyLine(`${table}: plain first page`, plain));
  for (const compared of all) console.log(ratioLine(compared));
}

/** How many rows were found: of a table all, of the search box those that it shows. */
const foundIn = (content: { count?: number; consumers?: unknown[]; pins?: unknown[] }): number =>
  content.count ?? (content.consumers?.length ?? 0) + (content.pins?.length ?? 0);
