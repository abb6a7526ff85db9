import type { Product } from "../product/product.ts";
import { signedInStaff } from "./staff.ts";
import { StatusCalls } from "./status-changes.ts";

const accounts = 16;

/** Imports the PINs into a new product. Their changes are sent by new accounts. Gives one sender for each list of PINs. */
export async function callsOnImportedPins(
  product: Product,
  ...lists: readonly (readonly string[])[]
): Promise<StatusCalls[]> {
  const form = new FormData();
  form.append("file", new Blob([["pin", ...lists.flat()].join("\n")]), "bench.csv");
  await product.call("POST", "/api/admin/import/csv", form);
  const headers = await signedInStaff(product, accounts);
  return lists.map((codes) => new StatusCalls(product.url, headers, codes));
}
