import { importPins } from "../import/import-pins.ts";
import type { Product } from "../product/product.ts";
import { signedInStaff } from "./staff.ts";
import { StatusCalls } from "./status-changes.ts";

const accounts = 16;

/** Imports the PINs into a new product. Their changes are sent by new accounts. Gives one sender for each list of PINs. */
export async function callsOnImportedPins(
  product: Product,
  ...lists: readonly (readonly string[])[]
): Promise<StatusCalls[]> {
  await importPins(product, lists.flat());
  const headers = await signedInStaff(product, accounts);
  return lists.map((codes) => new StatusCalls(product.url, headers, codes));
}
