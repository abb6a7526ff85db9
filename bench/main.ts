import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Product } from "./product/product.ts";
import { chartOf } from "./report/chart.ts";
import { markdownTable, textLine } from "./report/text.ts";
import { allRows } from "./rows/all.ts";
import type { Bench, Line, Row, Sizes } from "./rows/row.ts";
import { fillProduct } from "./seed/fill-product.ts";
import { drawPeople } from "./seed/people.ts";

/** `npm run bench`: measures the product beside the raw clients of its stores, in turns. See docs/performance.md */
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    pins: { type: "string" },
    consumers: { type: "string" },
    profile: { type: "boolean", default: false },
  },
});

const most = values.quick ? 2_000 : 100_000;
const sizes: Sizes = {
  pins: Number(values.pins ?? most),
  consumers: Number(values.consumers ?? values.pins ?? most),
  rounds: values.quick ? 3 : 15,
  quick: values.quick,
};
const names = values.only?.split(",") ?? allRows.map(({ name }) => name);
const unknown = names.filter((name) => !allRows.some((row) => row.name === name));
if (unknown.length > 0 || !(sizes.pins >= 100 && sizes.consumers >= 100)) {
  console.error("npm run bench -- [--only ROW,ROW] [--quick] [--pins N] [--consumers N] [--profile]");
  console.error(`Rows: ${allRows.map(({ name }) => name).join(", ")}. N is at least 100.`);
  process.exit(2);
}

const results = resolve("bench/results");
const profiles = values.profile ? join(results, "profiles") : undefined;
mkdirSync(profiles ?? results, { recursive: true });
const lines: Line[] = [];

await runAll(allRows.filter(({ name }) => names.includes(name)));
writeFileSync(join(results, "table.md"), markdownTable(lines));
writeFileSync(join(results, "chart.svg"), chartOf(lines));
console.log("The table and its chart are in bench/results.");

async function runAll(rows: readonly Row[]): Promise<void> {
  for (const row of rows.filter(({ needs }) => needs === "nothing"))
    await withProduct(async (product) => run(row, { product, sizes, people: drawPeople(0, 0) }));
  for (const row of rows.filter(({ needs }) => needs === "empty"))
    await withProduct(async (product) => {
      await product.start();
      await product.signIn();
      await run(row, { product, sizes, people: drawPeople(0, 0) });
    });
  const filled = rows.filter(({ needs }) => needs === "filled");
  if (filled.length === 0) return;
  await withProduct(async (product) => {
    const people = drawPeople(sizes.pins, sizes.consumers);
    await fillProduct(product, people);
    for (const row of filled) await run(row, { product, sizes, people });
  });
}

async function withProduct(use: (product: Product) => Promise<void>): Promise<void> {
  const product = new Product(profiles);
  try {
    await use(product);
    await product.stop();
  } finally {
    product.remove();
  }
}

async function run(row: Row, bench: Bench): Promise<void> {
  const began = performance.now();
  for (const line of await row.measure(bench)) {
    console.log(textLine(line));
    lines.push(line);
  }
  console.log(`--only ${row.name}: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
