import { randomUUID } from "node:crypto";
import { EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { connectLog } from "@ornament/platform/eventstore/grpc/grpc-log-client";
import { median } from "../measure/figures.ts";

/** Rounds of each kind; the median counts. */
const rounds = 5;
const text = "a".repeat(200);

export interface AppendRates {
  /** Appends a second. */
  readonly ours: number;
  readonly official: number;
}

/**
 * Compares the platform's append call with the official client's `appendToStream`, in turns on the same server. Each append goes
 * to a new stream, `atOnce` at the same time.
 */
export async function compareAppends(url: string, appends: number, atOnce: number): Promise<AppendRates> {
  const client = EventStoreDBClient.connectionString(url);
  const log = connectLog(url);
  const event = () => ({ id: randomUUID(), type: "Benched", data: { text }, metadata: {} });
  const rateOf = async (append: () => Promise<unknown>): Promise<number> => {
    let left = appends;
    const began = performance.now();
    const worker = async () => {
      while (left-- > 0) await append();
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return appends / ((performance.now() - began) / 1_000);
  };
  const ours = () => rateOf(() => log.append(`bench-${randomUUID()}`, "no_stream", [event()], 10_000));
  const official = () =>
    rateOf(() =>
      client.appendToStream(`bench-${randomUUID()}`, jsonEvent(event()), { expectedRevision: "no_stream" }),
    );
  const rates: { ours: number[]; official: number[] } = { ours: [], official: [] };
  await ours();
  await official();
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await ours());
    rates.official.push(await official());
  }
  await log.close();
  await client.dispose();
  return { ours: median(rates.ours), official: median(rates.official) };
}
