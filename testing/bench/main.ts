import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BenchedProduct, withProduct } from "./product/benched-product.ts";
import { markdownTable, textLine } from "./report/text.ts";
import { allRows } from "./rows/all.ts";
import { holds, type Line, type Row, type Sizes } from "./rows/row.ts";
import { drawPeople } from "./seed/people.ts";

/**
 * `npm run bench`: measures the product against the bounds in docs/performance.md. Ends with 1 if a bound
 * does not hold, unless `--quick`.
 */
const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    pins: { type: "string" },
    consumers: { type: "string" },
  },
});

const most = values.quick ? 2_000 : 100_000;
const sizes: Sizes = {
  pins: Number(values.pins ?? most),
  consumers: Number(values.consumers ?? values.pins ?? most),
  quick: values.quick,
};
const names = values.only?.split(",") ?? allRows.map(({ name }) => name);
const unknown = names.filter((name) => !allRows.some((row) => row.name === name));
if (values.help || unknown.length > 0 || !(sizes.pins >= 1_000 && sizes.consumers >= 1_000)) {
  const print = values.help ? console.log : console.error;
  print("npm run bench -- [--only ROW,ROW] [--quick] [--pins N] [--consumers N]");
  print(`Rows: ${allRows.map(({ name }) => name).join(", ")}. N is at least 1000.`);
  process.exit(values.help ? 0 : 2);
}

const lines = new Map<Row, readonly Line[]>();
const wanted = allRows.filter(({ name }) => names.includes(name));
for (const row of wanted.filter(({ needs }) => needs === "empty"))
  await withProduct(drawPeople(0, 0), (product) => run(row, product));
const filled = wanted.filter(({ needs }) => needs === "filled");
if (filled.length > 0)
  await withProduct(drawPeople(sizes.pins, sizes.consumers), async (product) => {
    for (const row of filled) await run(row, product);
  });

const all = wanted.flatMap((row) => lines.get(row) ?? []);
console.log(`\n${all.map(textLine).join("\n")}`);
const results = resolve("testing/bench/results");
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "table.md"), markdownTable(all));
console.log("The table is in testing/bench/results.");
if (!sizes.quick && !all.every(holds)) process.exitCode = 1;

async function run(row: Row, product: BenchedProduct): Promise<void> {
  const began = performance.now();
  console.log(`${row.name} …`);
  product.admin = await product.api.signInAdmin();
  lines.set(row, await row.measure({ product, sizes }));
  console.log(`${row.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
