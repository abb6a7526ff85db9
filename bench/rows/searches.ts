import { inTurns, mediansOf, millisecondsOf } from "../measure/in-turns.ts";
import type { Product } from "../product/product.ts";
import type { SeedPeople } from "../seed/people.ts";
import { findRows } from "../tables/find-rows.ts";
import { pinRows } from "../tables/pin-rows.ts";
import { pageOf, type TableRow } from "../tables/row.ts";
import { userRows } from "../tables/user-rows.ts";
import type { Line, Row } from "./row.ts";

/** Each search, filter and preset of the back office beside the plain first page of the same table. */
export const searches: Row = {
  name: "searches",
  needs: "filled",
  measure: ({ product, people, sizes }) => compareTables(product, people, sizes.rounds),
};

type Caller = Pick<Product, "call">;

/** Compares every search, filter and preset with the plain first page of the same table. */
async function compareTables(product: Caller, people: SeedPeople, rounds: number): Promise<Line[]> {
  const pins = pageOf("pins", {});
  return [
    ...(await compareAll(product, "Pins", pins, pinRows(people), rounds)),
    ...(await compareAll(product, "Users", pageOf("users", {}), userRows(people), rounds)),
    ...(await compareAll(product, "Find", pins, findRows(people), rounds)),
  ];
}

async function compareAll(
  product: Caller,
  table: string,
  plainPath: string,
  rows: readonly TableRow[],
  rounds: number,
): Promise<Line[]> {
  const timeOf = (path: string) => millisecondsOf(() => product.call("GET", path));
  for (let n = 0; n < rounds; n += 1) await timeOf(plainPath);
  const lines: Line[] = [];
  for (const { what, path } of rows) {
    const found = foundIn((await product.call("GET", path)).content);
    const { ours, baseline } = mediansOf(
      await inTurns(
        rounds,
        () => timeOf(path),
        () => timeOf(plainPath),
      ),
    );
    lines.push({
      what: `${table}: ${what} (${found})`,
      ours: { value: ours, unit: "ms" },
      baseline: { what: "plain page", value: baseline, unit: "ms" },
      target: { atMost: 1.5 },
    });
  }
  return lines;
}

/** How many rows were found: of a table all, of the search box those that it shows. */
const foundIn = (content: { count?: number; consumers?: unknown[]; pins?: unknown[] }): number =>
  content.count ?? (content.consumers?.length ?? 0) + (content.pins?.length ?? 0);
