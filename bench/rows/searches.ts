import { inTurns, mediansOf, millisecondsOf } from "../measure/in-turns.ts";
import { MovingLists } from "../product/moving-lists.ts";
import type { Product } from "../product/product.ts";
import { latestOwnedCodes, type SeedPeople } from "../seed/people.ts";
import { findRows } from "../tables/find-rows.ts";
import { pinRows } from "../tables/pin-rows.ts";
import { pageOf, type TableRow } from "../tables/row.ts";
import { userRows } from "../tables/user-rows.ts";
import type { Line, Row } from "./row.ts";

/**
 * Each search, filter and preset of the back office beside the plain first page of the same table. A PIN is changed before each call, so
 * that each is really searched.
 */
export const searches: Row = {
  name: "searches",
  needs: "filled",
  async measure({ product, people, sizes }) {
    const lists = new MovingLists(product, latestOwnedCodes(people));
    try {
      return await compareTables({ product, lists }, people, sizes.rounds);
    } finally {
      await lists.close();
    }
  },
};

interface Searched {
  readonly product: Product;
  readonly lists: MovingLists;
}

/** Compares every search, filter and preset with the plain first page of the same table. */
async function compareTables(searched: Searched, people: SeedPeople, rounds: number): Promise<Line[]> {
  const pins = pageOf("pins", {});
  return [
    ...(await compareAll(searched, "Pins", pins, pinRows(people), rounds)),
    ...(await compareAll(searched, "Users", pageOf("users", {}), userRows(people), rounds)),
    ...(await compareAll(searched, "Find", pins, findRows(people), rounds)),
  ];
}

async function compareAll(
  { product, lists }: Searched,
  table: string,
  plainPath: string,
  rows: readonly TableRow[],
  rounds: number,
): Promise<Line[]> {
  const timeOf = async (path: string) => {
    await lists.move();
    return millisecondsOf(() => product.call("GET", path));
  };
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
