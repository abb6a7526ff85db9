import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import type { Product } from "./product.ts";
import { Projections } from "./projections.ts";

/** Changes the product's lists, so that no page of PINs or Users that was answered before is given again. */
export class MovingLists {
  readonly #product: Product;
  readonly #projections: Projections;
  readonly #codes: readonly string[];
  readonly #inactive = new Set<string>();
  #moves = 0;

  /** `codes`: active PINs that consumers own. They are changed in turn. */
  constructor(product: Product, codes: readonly string[]) {
    this.#product = product;
    this.#projections = new Projections(product);
    this.#codes = codes;
  }

  /** Deactivates or activates a PIN. Resolves when all lists include that. */
  async move(): Promise<void> {
    const code = this.#codes[this.#moves++ % this.#codes.length] ?? "";
    const position = await this.#toggle(code);
    if (position === null) throw new Error("The answer did not say where the change is");
    await this.#projections.haveReached(BigInt(position));
  }

  /** Leaves all PINs active. */
  async close(): Promise<void> {
    for (const code of this.#inactive) await this.#toggle(code);
    await this.#projections.close();
  }

  async #toggle(code: string): Promise<string | null> {
    const status = this.#inactive.has(code);
    const body = { id: pinIdOf(code), status, comment: "bench" };
    const { position } = await this.#product.call("PUT", "/api/admin/update-pin-status", body);
    if (status) this.#inactive.delete(code);
    else this.#inactive.add(code);
    return position;
  }
}
