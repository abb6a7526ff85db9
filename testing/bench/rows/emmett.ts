import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pinCodeOf } from "@ornament/contracts/values/pin-code";
import { KeptConnections } from "@ornament/testing/calls/kept-connections";
import { eventStoreUrl, mongodbUrl } from "@ornament/testing/product/product-files";
import { inBatches } from "@ornament/testing/suites/in-batches";
import { inTurns } from "../measure/in-turns.ts";
import { accessOf, peersFolder, startPeer } from "../product/peer.ts";
import { adminTokens, type Changes, changesOf } from "../product/pin-changes.ts";
import { SignedIn } from "../product/signed-in.ts";
import type { Row } from "./row.ts";

const atOnce = 64;
/** The number of calls before a measurement: a process is slow until its code has been compiled. */
const warmUps = 800;
/** Enough PINs that each gets few changes: long streams are not the subject of the measurement. */
const pins = 1_000;

/** Changes of PINs over HTTP, compared with the same slice on emmett and express on the same event store. */
export const emmett: Row = {
  name: "emmett",
  needs: "empty",
  async measure({ product, sizes }) {
    if (!existsSync(join(peersFolder, "node_modules", "@event-driven-io", "emmett-esdb"))) {
      console.log(
        "The row emmett is not measured: emmett is not installed. See testing/bench/peers/README.md",
      );
      return [];
    }
    const codes = Array.from({ length: pins }, (_, n) => pinCodeOf(n));
    const tokens = await adminTokens(product);
    const peer = await startPeer("emmett.mjs", {
      ...(await accessOf(product)),
      MONGODB_URL: mongodbUrl(product.running),
      EVENTSTORE_URL: eventStoreUrl(product.running),
      STREAM_PREFIX: `peer_${randomUUID()}`,
    });
    const callers = [
      new SignedIn(product.running.url, tokens, atOnce),
      new SignedIn(peer.url, tokens, atOnce),
    ] as const;
    try {
      await product.api.importPins(product.admin, codes.join("\n"));
      await importInto(peer.url, codes);
      const [ours, theirs] = [callers[0], callers[1]].map((calls) => changesOf(calls, pins, atOnce)) as [
        Changes,
        Changes,
      ];
      for (const changes of [ours, theirs]) await changes(warmUps);
      const count = sizes.quick ? 300 : 1_000;
      const rates = await inTurns(
        sizes.quick ? 3 : 5,
        () => ours(count),
        () => theirs(count),
      );
      return [
        {
          what: `Changes of PINs, ${atOnce} at the same time, compared with emmett and express`,
          measured: rates.ours / rates.theirs,
          unit: "×",
          bound: { atLeast: 0.8 },
          note: `${rates.ours.toFixed(0)} and ${rates.theirs.toFixed(0)} commands/s`,
        },
      ];
    } finally {
      for (const calls of callers) calls.close();
      await peer.stop();
    }
  },
};

async function importInto(url: string, codes: readonly string[]): Promise<void> {
  const calls = new KeptConnections(url, atOnce);
  await inBatches(codes.length, atOnce, async (n) => {
    const { status, body } = await calls.call("POST", "/pins", { body: { code: codes[n] } });
    if (status !== 200) throw new Error(`emmett answered ${status}: ${JSON.stringify(body)}`);
  });
  calls.close();
}
