import { readSecrets } from "@ornament/platform/tokens/secrets";
import { figureLine } from "../measure/figures.ts";
import { fillLog } from "../seed/fill-log.ts";
import { drawPeople } from "../seed/people.ts";
import { compareTables } from "../tables/compare.ts";
import type { Group } from "./group.ts";

/** The tables of the back office over many PINs and consumers. */
export const measureTables: Group = async (product, sizes) => {
  const people = drawPeople(sizes.pins, sizes.consumers);
  const { masterKey } = readSecrets(product.secrets(), ["master"]);
  const began = performance.now();
  const events = await fillLog(product.dataDir, masterKey, people);
  const seeded = `Seeding of ${sizes.pins} PINs and ${sizes.consumers} consumers`;
  console.log(figureLine(seeded, (performance.now() - began) / 1000, "s"));
  const started = await product.start();
  console.log(figureLine(`Start over ${events} events, until ready`, started / 1000, "s"));
  await product.signIn();
  await compareTables(product, people, sizes.rounds);
};
