import type { Product } from "../product/product.ts";

/** Imports PINs from a CSV file over HTTP. Resolves with the number of those that were new. */
export async function importPins(product: Product, codes: readonly string[]): Promise<number> {
  const form = new FormData();
  form.append("file", new Blob([codes.join("\r\n")], { type: "text/csv" }), "bench.csv");
  return (await product.call("POST", "/api/admin/import/csv", form)).content.added;
}
