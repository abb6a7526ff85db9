import { mediansOf } from "../measure/in-turns.ts";
import { Projections } from "../product/projections.ts";
import type { Row } from "./row.ts";

/** A rebuild of all read models beside the official client, which only reads the same log. */
export const rebuild: Row = {
  name: "rebuild",
  needs: "filled",
  async measure({ product, sizes }) {
    const client = product.eventStoreClient();
    const projections = new Projections(product);
    const readLog = async () => {
      const began = performance.now();
      let events = 0;
      for await (const { event } of client.readAll()) if (event) events += 1;
      return { events, rate: events / ((performance.now() - began) / 1_000) };
    };
    const turns = { ours: [] as number[], baseline: [] as number[] };
    try {
      const { events } = await readLog();
      // A full log takes minutes to rebuild, so it is done once.
      const rounds = sizes.quick || events > 100_000 ? 1 : 3;
      for (let round = 0; round < rounds; round += 1) {
        turns.baseline.push((await readLog()).rate);
        turns.ours.push(events / ((await projections.rebuild()) / 1_000));
        turns.baseline.push((await readLog()).rate);
        await projections.dropRetired();
      }
      const { ours, baseline } = mediansOf(turns);
      return [
        {
          what: `Rebuild of all read models from ${sizes.pins} PINs, ${sizes.consumers} consumers`,
          ours: { value: ours, unit: "events/s" },
          baseline: { what: "readAll alone", value: baseline, unit: "events/s" },
          target: { atLeast: 0.6 },
        },
      ];
    } finally {
      await projections.close();
      await client.dispose();
    }
  },
};
