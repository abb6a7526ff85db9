import { parseArgs } from "node:util";
import { measureAppends } from "./groups/appends.ts";
import { measureChanges } from "./groups/changes.ts";
import type { Group, Sizes } from "./groups/group.ts";
import { measureTables } from "./groups/tables.ts";
import { Product } from "./product/product.ts";

/**
 * `npm run bench`: measures the whole product on the embedded servers. Single figures vary on a busy machine, so compare
 * two versions by running both at the same time. See docs/performance.md
 */
const groups: Readonly<Record<string, Group>> = {
  changes: measureChanges,
  appends: measureAppends,
  tables: measureTables,
};

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    pins: { type: "string" },
    consumers: { type: "string" },
  },
});

const most = values.quick ? 5_000 : 100_000;
const sizes: Sizes = {
  pins: Number(values.pins ?? most),
  consumers: Number(values.consumers ?? most),
  rounds: values.quick ? 7 : 25,
};
const wanted = values.only?.split(",") ?? Object.keys(groups);
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0 || !(sizes.pins >= 100 && sizes.consumers >= 100)) {
  console.error(
    `npm run bench -- [--only ${Object.keys(groups).join(",")}] [--quick] [--pins N] [--consumers N]`,
  );
  console.error("N is at least 100.");
  process.exit(2);
}

for (const name of wanted) {
  const product = new Product();
  try {
    await groups[name]?.(product, sizes);
    await product.stop();
  } finally {
    product.remove();
  }
}
