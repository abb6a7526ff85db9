import { readSecrets } from "@ornament/platform/tokens/secrets";
import type { Product } from "../product/product.ts";
import { fillLog } from "./fill-log.ts";
import type { SeedPeople } from "./people.ts";

/** Fills the log of a product that has not started, starts the product over it and signs in. */
export async function fillProduct(product: Product, people: SeedPeople): Promise<void> {
  const secrets = readSecrets(product.secrets(), ["master", "address"]);
  const events = await fillLog(product.dataDir, secrets, people);
  const began = performance.now();
  await product.start();
  const seconds = (performance.now() - began) / 1_000;
  console.log(`The product was ready ${seconds.toFixed(0)} s after its start over ${events} events.`);
  await product.signIn();
}
