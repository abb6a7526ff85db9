import { callsOnImportedPins } from "../commands/benched-pins.ts";
import { EmmettPeer, emmettIsInstalled } from "../commands/emmett-peer.ts";
import { atOnce, benchedCodes, StatusCalls, warmUps } from "../commands/status-changes.ts";
import { callsPerSecond, inTurns, mediansOf } from "../measure/in-turns.ts";
import type { Row } from "./row.ts";

/** Changes of PINs over HTTP, beside the same slice on emmett and the same event store. */
export const emmett: Row = {
  name: "emmett",
  needs: "empty",
  async measure({ product, sizes }) {
    if (!emmettIsInstalled()) {
      console.log("The row emmett is skipped: emmett is not installed. See bench/peers/README.md");
      return [];
    }
    const peer = new EmmettPeer(product.eventstoreUrl);
    try {
      await peer.start();
      const [ours] = (await callsOnImportedPins(product, benchedCodes)) as [StatusCalls];
      const theirs = new StatusCalls(peer.url, [{}]);
      const count = sizes.quick ? 300 : 1_000;
      const changes = (calls: StatusCalls) => () =>
        callsPerSecond(count, atOnce, (place) => calls.send(place));
      for (const calls of [ours, theirs]) await callsPerSecond(warmUps, atOnce, (place) => calls.send(place));
      const medians = mediansOf(await inTurns(sizes.quick ? 3 : 5, changes(ours), changes(theirs)));
      await Promise.all([ours.close(), theirs.close()]);
      return [
        {
          what: `Change of a PIN over HTTP, ${atOnce} at once, beside emmett`,
          ours: { value: medians.ours, unit: "commands/s" },
          baseline: { what: "emmett", value: medians.baseline, unit: "commands/s" },
          target: { atLeast: 1 },
        },
      ];
    } finally {
      await peer.stop();
    }
  },
};
