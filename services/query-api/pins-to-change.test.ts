import { expect, test } from "@jest/globals";
import { routes } from "@ornament/contracts/routes";
import { pinsToChange } from "./bulk-changes.ts";
import type { ReadView } from "./read-side/view.ts";

test("more than 100,000 PINs are refused with their number, before any of them is read", async () => {
  const view = { collection: () => ({ countDocuments: async () => 100_001 }) } as unknown as ReadView;
  const query = routes.listPinsToChange.query.parse({ change: "deactivate", batch: "winter" });
  await expect(pinsToChange(view, query, { reached: 1n, seal: () => "" })).rejects.toMatchObject({
    code: "too_many_pins",
    message: expect.stringContaining("these are 100,001"),
  });
});
