import { randomBytes } from "node:crypto";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import { type DrawnPin, deviceOf } from "@ornament/embedded/demo/people";
import type { EventStore, NewEvent } from "@ornament/platform/eventstore/event-store";
import { batchOf, type SeedConsumer } from "./people.ts";

const system = { kind: "system" } as const satisfies Actor;
const importId = "bench";
const { userAgent } = deviceOf(0);
const passwordHash = "$2b$10$benchbenchbenchbenchbe";
const nonce = () => randomBytes(16).toString("base64url");

const metadataOf = (actor: Actor) => ({ correlationId: "bench", actor });

export type SeedStore = Pick<EventStore, "append">;

/** The import of a PIN. `n` is its place in the import. */
export async function importPin(store: SeedStore, code: string, n: number): Promise<void> {
  const data = { code, batchName: batchOf(n), importId };
  await store.append(streams.pin(code), "any", [{ type: "PinImported", data }], metadataOf(system));
}

/** The events of a consumer's account and PINs. */
export async function register(store: SeedStore, consumer: SeedConsumer): Promise<void> {
  const actor = { kind: "consumer", id: consumer.id } as const;
  await store.append(streams.consumer(consumer.id), "no_stream", accountEvents(consumer), metadataOf(actor));
  for (const pin of consumer.pins) {
    const own = streams.pin(pin.code);
    await store.append(own, "any", pinEvents(consumer.id, pin), metadataOf(actor));
    const changes = statusEvents(consumer.id, pin);
    if (changes.length > 0) await store.append(own, "any", changes, metadataOf(system));
  }
}

function accountEvents({ id: consumerId, ...consumer }: SeedConsumer): NewEvent[] {
  const attempt = nonce();
  const { email, formerEmail, marketingEmail } = consumer;
  const first = formerEmail ?? email;
  const registered = { consumerId, email: first, passwordHash, marketingEmail, nonce: attempt, expiresAt: 0 };
  const events: NewEvent[] = [{ type: "ConsumerRegistered", data: registered }];
  if (consumer.confirmed)
    events.push({ type: "ConsumerEmailConfirmed", data: { consumerId, attempt, nonce: attempt } });
  if (formerEmail !== undefined)
    events.push({ type: "ConsumerEmailChanged", data: { consumerId, email, previousKey: "bench" } });
  for (const { code, name } of consumer.pins)
    events.push({ type: "OrnamentAdded", data: { consumerId, code, name } });
  return events;
}

function pinEvents(consumerId: number, { code, name, devices }: DrawnPin): NewEvent[] {
  const bound = Array.from({ length: devices }, (_, index) => ({
    type: "DeviceBound",
    data: { code, consumerId, deviceId: index + 1, limit: 10, userAgent },
  }));
  return [{ type: "PinRegistered", data: { code, consumerId, name } }, ...bound];
}

function statusEvents(consumerId: number, { code, blockedWith, activatedAgain }: DrawnPin): NewEvent[] {
  if (blockedWith === undefined) return [];
  const blocked = { type: "PinDeactivated", data: { code, consumerId, comment: blockedWith } };
  const active = { type: "PinActivated", data: { code, consumerId, comment: "The owner found it" } };
  return activatedAgain ? [blocked, active] : [blocked];
}
