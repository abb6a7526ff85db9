import { setTimeout as pause } from "node:timers/promises";
import { pinCodeOf } from "@ornament/contracts/domain/pin-code";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import { createMongoClient } from "@ornament/platform/mongodb/connection";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { LogProof } from "@ornament/projector/log-proof/log-proof";
import { eventStoreUrl, mongodbUrl } from "@ornament/testing/product/product-files";
import { inTurns } from "../measure/in-turns.ts";
import type { BenchedProduct } from "../product/benched-product.ts";
import { adminTokens, changesOf } from "../product/pin-changes.ts";
import { SignedIn } from "../product/signed-in.ts";
import type { Row } from "./row.ts";

const atOnce = 64;
const pins = 1_000;
const warmUps = 800;
const growMilliseconds = 1_000;

/**
 * Changes of PINs while one more proof of the log grows, compared with the product's own proof alone: the
 * second costs as much as the first.
 */
export const proof: Row = {
  name: "proof",
  needs: "empty",
  async measure({ product, sizes }) {
    const calls = new SignedIn(product.running.url, await adminTokens(product), atOnce);
    const second = secondProof(product);
    const changes = changesOf(calls, pins, atOnce);
    try {
      await product.api.importPins(
        product.admin,
        Array.from({ length: pins }, (_, n) => pinCodeOf(n)).join("\n"),
      );
      await changes(warmUps);
      const count = sizes.quick ? 300 : 2_000;
      const rates = await inTurns(
        sizes.quick ? 3 : 9,
        () => second.during(() => changes(count)),
        () => changes(count),
      );
      return [
        {
          what: `Changes of PINs, ${atOnce} at the same time, while a proof of the log grows, compared with before`,
          measured: rates.ours / rates.theirs,
          unit: "×",
          bound: { atLeast: 0.95 },
          note: `${rates.ours.toFixed(0)} and ${rates.theirs.toFixed(0)} changes/s`,
        },
      ];
    } finally {
      calls.close();
      await second.close();
    }
  },
};

/** A proof with a database of its own. */
function secondProof({ running, secrets }: BenchedProduct) {
  const { masterKey } = readSecrets(secrets, ["master"]);
  const store = openEventStore({
    connectionString: eventStoreUrl(running),
    definitions: Object.values(eventCatalogue),
    masterKey,
    logger: silentLogger(),
  });
  const client = createMongoClient(mongodbUrl(running), { appName: "bench" });
  const db = client.db("second_proof");
  const grown = new LogProof({
    store,
    db,
    masterKey,
    now: () => new Date(),
    logger: silentLogger(),
  });
  return {
    async during<T>(work: () => Promise<T>): Promise<T> {
      const ending = new AbortController();
      const growing = (async () => {
        while (!ending.signal.aborted) {
          await grown.grow(ending.signal);
          await pause(growMilliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
        }
      })();
      try {
        return await work();
      } finally {
        ending.abort();
        await growing;
      }
    },
    async close() {
      await store.close();
      await client.close();
    },
  };
}
