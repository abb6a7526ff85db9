import { setTimeout as pause } from "node:timers/promises";
import { mebibytesOf } from "@ornament/testing/programs/processes";
import { asAdmin } from "../product/benched-product.ts";
import type { Row } from "./row.ts";

const betweenReads = 50;

/**
 * The memory of the services' process during a CSV of all consumers with their PINs.
 */
export const csv: Row = {
  name: "csv",
  needs: "filled",
  measure: ({ product }) =>
    asAdmin(product, async (admin) => {
      const memory = () => mebibytesOf(product.running.pid);
      const before = memory();
      let highest = before;
      let isMade = false;
      const made = admin.get("/api/admin/export/users").finally(() => {
        isMade = true;
      });
      while (!isMade) {
        highest = Math.max(highest, memory());
        await pause(betweenReads);
      }
      const { milliseconds } = await made;
      return [
        {
          what: "Memory of the services while a CSV of all rows is made",
          measured: highest / before,
          unit: "×",
          bound: { atMost: 1.2 },
          note: `${highest.toFixed(0)} MiB, ${before.toFixed(0)} before; ${(milliseconds / 1_000).toFixed(1)} s`,
        },
      ];
    }),
};
