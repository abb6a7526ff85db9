import { pinsReadModel } from "@ornament/contracts/pins/document";
import { pinPaths } from "@ornament/contracts/routes/back-office";
import { mongodbUrl } from "@ornament/testing/product/product-files";
import { callsPerSecond, inTurns } from "../measure/in-turns.ts";
import { withDocuments } from "../product/document-store.ts";
import { accessOf, startPeer } from "../product/peer.ts";
import { SignedIn } from "../product/signed-in.ts";
import { pageOf } from "../tables/kinds.ts";
import type { Row } from "./row.ts";

const atOnce = 64;
const pages = 40;

/**
 * Pages of the Pins table, compared with a small program on express and the driver that reads the same
 * documents and checks the same token.
 */
export const expressPages: Row = {
  name: "express",
  needs: "filled",
  async measure({ product, sizes }) {
    const peer = await startPeer("express.mjs", {
      MONGODB_URL: mongodbUrl(product.running),
      PINS_COLLECTION: await withDocuments(product, async ({ of }) => of(pinsReadModel).collectionName),
      ...(await accessOf(product)),
    });
    const calls = sizes.quick ? 200 : 2_000;
    const readers = [product.running.url, peer.url].map((url) => new SignedIn(url, [product.admin], atOnce));
    const [ours, theirs] = readers as [SignedIn, SignedIn];
    const pagesOf = (reader: SignedIn) => () =>
      callsPerSecond(calls, atOnce, (n) =>
        reader.get(pageOf(pinPaths.listPins.path, { page: String(1 + (n % pages)) })),
      );
    try {
      const rates = await inTurns(sizes.quick ? 1 : 5, pagesOf(ours), pagesOf(theirs));
      return [
        {
          what: `Pages of PINs, ${atOnce} at the same time, compared with express and the driver`,
          measured: rates.ours / rates.theirs,
          unit: "×",
          bound: { atLeast: 0.5 },
          note: `${rates.ours.toFixed(0)} and ${rates.theirs.toFixed(0)} pages/s`,
        },
      ];
    } finally {
      for (const reader of readers) reader.close();
      await peer.stop();
    }
  },
};
