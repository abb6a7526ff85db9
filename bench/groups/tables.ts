import { readSecrets } from "@ornament/platform/tokens/secrets";
import { type Compared, figureLine, latencyLine, ratioLine } from "../measure/figures.ts";
import type { Product } from "../product/product.ts";
import { fillLog } from "../seed/fill-log.ts";
import { drawPeople } from "../seed/people.ts";
import { findRows } from "../tables/find-rows.ts";
import { pinRows } from "../tables/pin-rows.ts";
import type { TableRow } from "../tables/row.ts";
import { userRows } from "../tables/user-rows.ts";
import type { Group } from "./group.ts";

const plainPins = "/api/admin/table/pins?limit=25";
const plainUsers = "/api/admin/table/users?limit=25";

/**
 * Each search, filter and preset of the back office, compared with the first page of the same table without any. Both are asked
 * in turns, so that a busy machine slows both.
 */
export const measureTables: Group = async (product, sizes) => {
  const people = drawPeople(sizes.pins, sizes.consumers);
  const masterKey = readSecrets(product.secrets(), ["master"]).masterKey;
  const began = performance.now();
  const events = await fillLog(product.dataDir, masterKey, people);
  const seeded = `Seeding of ${sizes.pins} PINs and ${sizes.consumers} consumers`;
  console.log(figureLine(seeded, (performance.now() - began) / 1000, "s"));
  const started = await product.start();
  console.log(figureLine(`Start over ${events} events, until ready`, started / 1000, "s"));
  await product.signIn();
  await compareAll(product, "Pins", plainPins, pinRows(people), sizes.rounds);
  await compareAll(product, "Users", plainUsers, userRows(people), sizes.rounds);
  await compareAll(product, "Find", plainPins, findRows(people), sizes.rounds);
};

async function compareAll(
  product: Product,
  table: string,
  plainPath: string,
  rows: readonly TableRow[],
  rounds: number,
): Promise<void> {
  const timeOf = async (path: string) => (await product.call("GET", path)).milliseconds;
  for (let n = 0; n < rounds; n += 1) await timeOf(plainPath);
  const plain: number[] = [];
  const all: Compared[] = [];
  for (const { what, path } of rows) {
    const found = (await product.call("GET", path)).content;
    const compared = { what: `${table}: ${what} (${found.count ?? "–"} found)`, times: [], plain: [] };
    const { times, plain: between }: { times: number[]; plain: number[] } = compared;
    for (let n = 0; n < rounds; n += 1) {
      between.push(await timeOf(plainPath));
      times.push(await timeOf(path));
    }
    plain.push(...between);
    all.push(compared);
  }
  console.log(latencyLine(`${table}: plain first page`, plain));
  for (const compared of all) console.log(ratioLine(compared));
}
