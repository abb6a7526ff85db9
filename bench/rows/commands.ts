import { callsOnImportedPins } from "../commands/benched-pins.ts";
import { RawChanges } from "../commands/raw-changes.ts";
import { atOnce, benchedCodes, codesForOnce, type StatusCalls, warmUps } from "../commands/status-changes.ts";
import { callsPerSecond, inTurns, mediansOf } from "../measure/in-turns.ts";
import type { Row } from "./row.ts";

/**
 * PINs are deactivated and activated over HTTP, beside a read and an append of the raw client for each. The accounts are new, so the
 * product has to know of each call whether their latest change of credentials has revoked its token. In a second line each PIN is changed
 * once.
 */
export const commands: Row = {
  name: "commands",
  needs: "empty",
  async measure({ product, sizes }) {
    const rounds = sizes.quick ? 3 : 5;
    const count = sizes.quick ? 300 : 1_000;
    const onceCodes = codesForOnce(count * (rounds + 1));
    const [again, once] = (await callsOnImportedPins(product, benchedCodes, onceCodes)) as [
      StatusCalls,
      StatusCalls,
    ];
    const client = product.eventStoreClient();
    const rawAgain = new RawChanges(client, benchedCodes);
    const rawOnce = new RawChanges(client, onceCodes);
    const beside = async (calls: StatusCalls, raw: RawChanges) =>
      mediansOf(
        await inTurns(
          rounds,
          () => callsPerSecond(count, atOnce, (place) => calls.send(place)),
          () => callsPerSecond(count, atOnce, () => raw.make()),
        ),
      );
    try {
      await rawAgain.begin();
      await rawOnce.begin();
      await callsPerSecond(warmUps, atOnce, (place) => again.send(place));
      await callsPerSecond(warmUps, atOnce, () => rawAgain.make());
      const changes = await beside(again, rawAgain);
      const single = await beside(once, rawOnce);
      const lineOf = ({ ours, baseline }: typeof single) => ({
        ours: { value: ours, unit: "commands/s" },
        baseline: { what: "raw read and append", value: baseline, unit: "commands/s" },
      });
      return [
        {
          what: `Change of a PIN over HTTP, ${atOnce} at once`,
          ...lineOf(changes),
          target: { atLeast: 0.6 },
        },
        { what: `Change of a PIN over HTTP, ${atOnce} at once, each PIN once`, ...lineOf(single) },
      ];
    } finally {
      await Promise.all([again.close(), once.close()]);
      await client.dispose();
    }
  },
};
