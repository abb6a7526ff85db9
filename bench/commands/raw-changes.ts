import { randomUUID } from "node:crypto";
import { type EventStoreDBClient, jsonEvent } from "@eventstore/db-client";
import { callsPerSecond } from "../measure/in-turns.ts";
import { atOnce, type StatusChange, statusChanges } from "./status-changes.ts";

/** Metadata as long as those of a command. */
const metadata = () => ({
  $correlationId: randomUUID(),
  commandId: randomUUID(),
  bodyHash: "a".repeat(43),
  actor: { kind: "admin", id: 1, role: "MEMBER" },
  schemaVersion: 1,
  keyId: "a".repeat(12),
});

/** The least that a change of a PIN needs of the event store, through the official client: a stream is read, and an event appended. */
export class RawChanges {
  readonly #client: EventStoreDBClient;
  readonly #codes: readonly string[];
  readonly #change: () => StatusChange;
  /** Streams of its own, which no projection knows. */
  readonly #prefix = `bench-${randomUUID()}-`;

  constructor(client: EventStoreDBClient, codes: readonly string[]) {
    this.#client = client;
    this.#codes = codes;
    this.#change = statusChanges(codes);
  }

  /** Appends the events that the PINs' streams begin with. */
  async begin(): Promise<void> {
    const event = { batchName: "Bench", importId: randomUUID() };
    const first = (code: string) => this.#append(code, "no_stream", "BenchImported", { code, ...event });
    await callsPerSecond(this.#codes.length, atOnce, (n) => first(this.#codes[n] as string));
  }

  async make(): Promise<void> {
    const { code, status, comment } = this.#change();
    let revision: bigint | undefined;
    let blocked = false;
    for await (const { event } of this.#client.readStream(this.#prefix + code)) {
      if (event === undefined) continue;
      blocked = event.type === "BenchDeactivated";
      revision = event.revision;
    }
    if (revision === undefined || blocked !== status) throw new Error(`${code} is in the wrong state`);
    const type = status ? "BenchActivated" : "BenchDeactivated";
    await this.#append(code, revision, type, { code, consumerId: null, comment });
  }

  async #append(
    code: string,
    expectedRevision: bigint | "no_stream",
    type: string,
    data: Record<string, string | null>,
  ): Promise<void> {
    await this.#client.appendToStream(
      this.#prefix + code,
      jsonEvent({ id: randomUUID(), type, data, metadata: metadata() }),
      { expectedRevision },
    );
  }
}
