import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { withBusyCore } from "../measure/busy-core.ts";
import { percentile } from "../measure/figures.ts";
import type { Product } from "../product/product.ts";
import type { Line, Row } from "./row.ts";

const writesPerSecond = 50;
/** So many PINs are changed before the measurement: the first calls after a start are slow, because the code is not compiled yet. */
const warmingUp = 100;

/** The time from the answer to a change until the table with that change in it is answered, as the page of the back office asks for it. */
export const visible: Row = {
  name: "visible",
  needs: "filled",
  async measure({ product, people, sizes }) {
    const seconds = sizes.quick ? 2 : 10;
    const blocked = new Set(
      people.consumers.flatMap(({ pins }) => pins.flatMap((pin) => (pin.blockedWith ? pin.code : []))),
    );
    const active = people.codes.filter((code) => !blocked.has(code));
    const codes = active.slice(0, (seconds * writesPerSecond) / 2);
    const lineOf = (what: string, milliseconds: readonly number[]): Line => ({
      what: `A change is in the table, p99 at ${writesPerSecond} a second, ${what}`,
      ours: { value: percentile(milliseconds, 0.99), unit: "ms" },
      target: { atMost: 50 },
    });
    await visibleAfter(product, codes.slice(0, warmingUp));
    const quiet = await visibleAfter(product, codes);
    const busy = await withBusyCore(() => visibleAfter(product, codes));
    return [lineOf("quiet", quiet), lineOf("one core busy", busy)];
  },
};

/** Deactivates each PIN, then activates each. */
async function visibleAfter(product: Product, codes: readonly string[]): Promise<number[]> {
  const changes = [false, true].flatMap((status) =>
    codes.map(async (code, place) => {
      await pause(((status ? codes.length : 0) + place) * (1_000 / writesPerSecond));
      const body = { id: pinIdOf(code), status, comment: "bench" };
      const changed = await product.call("PUT", "/api/admin/update-pin-status", body);
      const read = await product.call("GET", "/api/admin/table/pins?limit=10", undefined, changed.position);
      return read.milliseconds;
    }),
  );
  return Promise.all(changes);
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
