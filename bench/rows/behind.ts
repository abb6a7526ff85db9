import { setTimeout } from "node:timers/promises";
import type { EventStoreDBClient } from "@eventstore/db-client";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { importPins } from "../import/import-pins.ts";
import type { Product } from "../product/product.ts";
import { Projections } from "../product/projections.ts";
import type { Row } from "./row.ts";

const commandsAtOnce = 64;
const firstPins = 500;

/** How far the lists are behind the log while an import and PIN commands write as fast as they are accepted. */
export const behind: Row = {
  name: "behind",
  needs: "empty",
  async measure({ product, sizes }) {
    const milliseconds = sizes.quick ? 3_000 : 20_000;
    const client = product.eventStoreClient();
    const projections = new Projections(product);
    let ended = false;
    try {
      await importPins(product, codesFrom(0, firstPins));
      const imports = whileNot(
        () => ended,
        (n) => importPins(product, codesFrom(firstPins + n * 5_000, 5_000)),
      );
      const commands = Array.from({ length: commandsAtOnce }, (_, caller) =>
        whileNot(
          () => ended,
          (n) => changePin(product, caller, n % 2 === 1),
        ),
      );
      const lags: number[] = [];
      const began = performance.now();
      while (performance.now() - began < milliseconds) lags.push(await lagOf(client, projections));
      ended = true;
      const done = (await Promise.all(commands)).reduce((sum, count) => sum + count, 0);
      const pins = (await imports) * 5_000;
      const seconds = (performance.now() - began) / 1_000;
      return [
        {
          what: "The lists behind the log at most, import and 64 commands at once",
          ours: { value: Math.max(...lags), unit: "ms" },
          target: { atMost: 2_000 },
        },
        { what: "… PINs imported meanwhile", ours: { value: pins / seconds, unit: "PINs/s" } },
        { what: "… commands accepted meanwhile", ours: { value: done / seconds, unit: "commands/s" } },
      ];
    } finally {
      ended = true;
      await projections.close();
      await client.dispose();
    }
  },
};

/** The milliseconds until the lists include what is the end of the log now. */
async function lagOf(client: EventStoreDBClient, projections: Projections): Promise<number> {
  const began = performance.now();
  const newest = client.readAll({ direction: "backwards", fromPosition: "end", maxCount: 1 });
  for await (const { event } of newest) if (event) await projections.haveReached(event.position.commit);
  return performance.now() - began;
}

/** Repeats the work, a second later where it is refused. Resolves with the number of times that it succeeded. */
async function whileNot(ended: () => boolean, work: (n: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  while (!ended()) {
    try {
      await work(done);
      done += 1;
    } catch (error) {
      if (!String(error).includes(" answered 503")) throw error;
      await setTimeout(1_000);
    }
  }
  return done;
}

async function changePin(product: Product, n: number, status: boolean): Promise<void> {
  const body = { id: pinIdOf(codeOf(n)), status, comment: "bench" };
  await product.call("PUT", "/api/admin/update-pin-status", body);
}

const codeOf = (n: number) => `BEN${n.toString(36).toUpperCase().padStart(4, "0")}`;

const codesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, row) => codeOf(first + row));
