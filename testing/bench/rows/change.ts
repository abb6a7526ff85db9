import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { p95Of } from "../measure/one-by-one.ts";
import { asAdmin } from "../product/benched-product.ts";
import { activeCodes } from "../seed/people.ts";
import type { Row } from "./row.ts";

const warmUps = 50;

/** Changes of PINs, one after another. Each PIN is deactivated once. */
export const change: Row = {
  name: "change",
  needs: "filled",
  measure: ({ product, sizes }) =>
    asAdmin(product, async (admin) => {
      const codes = activeCodes(product.people);
      const calls = sizes.quick ? 50 : 500;
      const measured = await p95Of(calls, warmUps, (n) => admin.changePin(pinIdOf(codes.at(n) ?? ""), false));
      return [{ what: "A change of a PIN: p95", measured, unit: "ms", bound: { atMost: 30 } }];
    }),
};
