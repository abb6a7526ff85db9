import type { Product } from "../product/product.ts";
import { signedInStaff } from "./staff.ts";
import { benchedCodes, StatusCalls } from "./status-changes.ts";

const accounts = 16;

/** Imports the PINs into a new product. Their changes are sent by new accounts. */
export async function callsOnImportedPins(product: Product): Promise<StatusCalls> {
  const form = new FormData();
  form.append("file", new Blob([["pin", ...benchedCodes].join("\n")]), "bench.csv");
  await product.call("POST", "/api/admin/import/csv", form);
  return new StatusCalls(product.url, await signedInStaff(product, accounts));
}
