import { EventStoreDBClient } from "@eventstore/db-client";
import { callsOnImportedPins } from "../commands/benched-pins.ts";
import { RawChanges } from "../commands/raw-changes.ts";
import { atOnce, benchedCodes } from "../commands/status-changes.ts";
import { callsPerSecond, inTurns, mediansOf } from "../measure/in-turns.ts";
import type { Row } from "./row.ts";

/**
 * PINs are deactivated and activated over HTTP, beside a read and an append of the raw client for each. The accounts are new, so the
 * product has to know of each call whether their latest change of credentials has revoked its token.
 */
export const commands: Row = {
  name: "commands",
  needs: "empty",
  async measure({ product, sizes }) {
    const calls = await callsOnImportedPins(product);
    const client = EventStoreDBClient.connectionString(product.eventstoreUrl);
    const raw = new RawChanges(client);
    const count = sizes.quick ? 500 : 2_000;
    try {
      await callsPerSecond(benchedCodes.length, atOnce, (n) => raw.begin(benchedCodes[n] as string));
      const turns = await inTurns(
        sizes.quick ? 3 : 5,
        () => callsPerSecond(count, atOnce, (place) => calls.send(place)),
        () => callsPerSecond(count, atOnce, () => raw.make()),
      );
      const { ours, baseline } = mediansOf(turns);
      return [
        {
          what: `Change of a PIN over HTTP, ${atOnce} at once`,
          ours: { value: ours, unit: "commands/s" },
          baseline: { what: "raw read and append", value: baseline, unit: "commands/s" },
          target: { atLeast: 0.6 },
        },
      ];
    } finally {
      await calls.close();
      await client.dispose();
    }
  },
};
