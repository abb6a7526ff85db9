import { setTimeout as pause } from "node:timers/promises";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { percentile } from "@ornament/testing/suites/percentile";
import { withBusyCore } from "../measure/busy-core.ts";
import { millisecondsOf } from "../measure/one-by-one.ts";
import { asAdmin } from "../product/benched-product.ts";
import type { SignedIn } from "../product/signed-in.ts";
import { activeCodes } from "../seed/people.ts";
import type { Row } from "./row.ts";

const writesPerSecond = 50;
/** The PINs changed before the measurement: after a start the code is slow until it is compiled. */
const warmingUp = 100;
const connections = 64;

/** The time from the answer to a change until the table shows it, with the calls of the back office. */
export const visible: Row = {
  name: "visible",
  needs: "filled",
  measure: ({ product, sizes }) =>
    asAdmin(
      product,
      async (admin) => {
        const seconds = sizes.quick ? 2 : 10;
        // The row `change` deactivates PINs at the other end of the list.
        const active = activeCodes(product.people).toReversed();
        const codes = active.slice(0, (seconds * writesPerSecond) / 2);
        const lineOf = (when: string, milliseconds: readonly number[], atMost: number) => ({
          what: `A change is visible in the table, ${when}: p99`,
          measured: percentile(milliseconds, 0.99),
          unit: "ms",
          bound: { atMost },
          note: `${writesPerSecond} changes a second`,
        });
        await visibleAfter(admin, codes.slice(0, warmingUp));
        return [
          lineOf("quiet", await visibleAfter(admin, codes), 150),
          lineOf("one core busy", await withBusyCore(() => visibleAfter(admin, codes)), 300),
        ];
      },
      connections,
    ),
};

/** Deactivates all PINs, then activates them. */
function visibleAfter(admin: SignedIn, codes: readonly string[]): Promise<number[]> {
  const changes = [false, true].flatMap((status) =>
    codes.map(async (code, place) => {
      await pause(((status ? codes.length : 0) + place) * (1_000 / writesPerSecond));
      const position = await admin.changePin(pinIdOf(code), status);
      return millisecondsOf(() => admin.call("GET", "/api/admin/table/pins?limit=10", undefined, position));
    }),
  );
  return Promise.all(changes);
}
