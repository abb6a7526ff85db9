import { EventStoreDBClient, type JSONType, jsonEvent } from "@eventstore/db-client";
import { importPins } from "../import/import-pins.ts";
import { startLoneStore } from "../import/lone-store.ts";
import { newPinCodes } from "../import/pin-codes.ts";
import { callsPerSecond, inTurns, mediansOf, millisecondsOf } from "../measure/in-turns.ts";
import type { Product } from "../product/product.ts";
import type { Row } from "./row.ts";

const atOnce = 64;
const rounds = 5;

/**
 * An import of PINs over HTTP, until it is answered, beside the append of the same events one by one to a store that does nothing else:
 * without a file to read, without checks, and without tables that show the PINs.
 */
export const imports: Row = {
  name: "import",
  needs: "empty",
  async measure({ product, sizes }) {
    const pins = sizes.quick ? 1_000 : Math.ceil(sizes.pins / rounds);
    const store = await startLoneStore();
    const client = EventStoreDBClient.connectionString(store.connectionString);
    try {
      await importNewPins(product, 1);
      const written = await importedEvent(product);
      const turns = await inTurns(
        rounds,
        async () => (pins / (await millisecondsOf(() => importNewPins(product, pins)))) * 1_000,
        () => {
          const codes = newPinCodes(pins);
          return callsPerSecond(pins, atOnce, (place) => appendPin(client, codes[place] ?? "", written));
        },
      );
      const { ours, baseline } = mediansOf(turns);
      return [
        {
          what: `Import of ${pins.toLocaleString("en-US")} PINs`,
          ours: { value: ours, unit: "PINs/s" },
          baseline: { what: `official client, ${atOnce} appends at once`, value: baseline, unit: "PINs/s" },
          target: { atLeast: 0.7 },
        },
      ];
    } finally {
      await client.dispose();
      await store.stop();
    }
  },
};

async function importNewPins(product: Product, count: number): Promise<void> {
  const added = await importPins(product, newPinCodes(count));
  if (added !== count) throw new Error(`${added} of ${count} PINs were imported`);
}

interface Written {
  readonly data: Record<string, JSONType>;
  readonly metadata: Record<string, JSONType>;
}

/** The event of an imported PIN as the product wrote it. */
async function importedEvent(product: Product): Promise<Written> {
  const client = product.eventStoreClient();
  try {
    for await (const { event } of client.readAll({ direction: "backwards", fromPosition: "end" }))
      if (event?.type === "PinImported")
        return { data: event.data as Written["data"], metadata: event.metadata as Written["metadata"] };
    throw new Error("No PIN was imported");
  } finally {
    await client.dispose();
  }
}

const appendPin = (client: EventStoreDBClient, code: string, { data, metadata }: Written) =>
  client.appendToStream(
    `pin-${code}`,
    jsonEvent({ type: "PinImported", data: { ...data, code }, metadata }),
    { expectedRevision: "no_stream" },
  );
