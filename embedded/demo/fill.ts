import { randomUUID } from "node:crypto";
import { bindAggregates } from "@ornament/command-api/aggregates/aggregates";
import type { ConsumerCommand } from "@ornament/command-api/aggregates/consumer/commands";
import { claims } from "@ornament/command-api/aggregates/consumer-email/claim";
import type { PinCommand } from "@ornament/command-api/aggregates/pin/commands";
import { pinDecider } from "@ornament/command-api/aggregates/pin/decider";
import type { PinImportCommand } from "@ornament/command-api/aggregates/pin-import/decider";
import type { Dependencies } from "@ornament/command-api/dependencies";
import { consumerAddresses } from "@ornament/command-api/use-cases/claim-address/addresses";
import { limits } from "@ornament/contracts/domain/limits";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import type { DemoConsumer, DemoWorld } from "./people.ts";

export type FillDependencies = Pick<
  Dependencies,
  "store" | "secrets" | "uuid" | "clock" | "randomInteger" | "randomNonce"
>;

const system = { kind: "system" } as const satisfies Actor;

/** The context of a demo command. The product's deciders decide it. */
const contextOf = (actor: Actor): CommandContext => ({
  commandId: randomUUID(),
  bodyHash: "",
  correlationId: randomUUID(),
  actor,
  now: new Date(),
});

/**
 * Imports `count` PINs as one import, so that the System action log shows one entry. Returns the new PINs.
 */
export async function fillPins(
  dependencies: FillDependencies,
  world: DemoWorld,
  count: number,
  tick: () => void,
): Promise<string[]> {
  const { store } = dependencies;
  const importId = randomUUID();
  const batchName = world.batchName();
  const { pinImports } = bindAggregates(store);
  const importing = (command: PinImportCommand) => pinImports.handle(importId, command, contextOf(system));
  await importing({ type: "Start", importId, fileName: `${batchName}.csv`, batchName, bytes: count * 9 });
  const added: string[] = [];
  await inParallel(
    Array.from({ length: count }, () => world.pinCode()),
    async (code) => {
      const command = { type: "Import", code, batchName, importId } as const;
      const events = pinDecider.decide(command, pinDecider.initialState());
      try {
        await store.append(streams.pin(code), "no_stream", events, contextOf(system));
        added.push(code);
      } catch (error) {
        // The PIN exists already.
        if (!(error instanceof ConflictError)) throw error;
      }
      tick();
    },
  );
  const counts = { rows: count, added: added.length, duplicates: count - added.length, bad: 0 };
  await importing({ type: "Complete", counts, refused: [] });
  return added;
}

/** A time in the past: confirmation links have expired since, so demo data sends no mails. */
const longAgo = () => Date.now() - 3 * limits.activationLinkMilliseconds;

/** Registers the consumers with their ornaments and devices, by the steps of a real parent. */
export async function fillConsumers(
  dependencies: FillDependencies,
  consumers: readonly DemoConsumer[],
  codes: readonly string[],
  passwordHash: string,
  tick: () => void,
): Promise<void> {
  const free = [...codes];
  const assigned = consumers.map((consumer) => ({
    consumer,
    codes: consumer.ornaments.map(() => free.pop()).filter((code) => code !== undefined),
  }));
  await inParallel(assigned, async ({ consumer, codes: own }) => {
    await fillConsumer(dependencies, consumer, own, passwordHash);
    tick();
  });
}

async function fillConsumer(
  dependencies: FillDependencies,
  consumer: DemoConsumer,
  codes: readonly string[],
  passwordHash: string,
): Promise<void> {
  const { store } = dependencies;
  const { consumers, pins } = bindAggregates(store);
  const addresses = consumerAddresses({
    ...dependencies,
    consumers,
    claims: claims(store, dependencies.uuid),
    addressKey: dependencies.secrets.addressKey,
  });
  const correlationId = randomUUID();
  const consumerId = await addresses.claimForRegistration(consumer.email, { correlationId });
  const actor = { kind: "consumer", id: consumerId } as const;
  const account = (command: ConsumerCommand) => consumers.handle(consumerId, command, contextOf(actor));
  const nonce = dependencies.randomNonce();
  const now = longAgo();
  const { email, marketingEmail } = consumer;
  await account({ type: "Register", consumerId, email, passwordHash, marketingEmail, nonce, now });
  if (!consumer.confirmed) return;
  await account({ type: "ConfirmEmail", nonce, agreed: true, now: now + 60_000 });
  for (const [index, code] of codes.entries()) {
    const ornament = consumer.ornaments[index];
    if (!ornament) continue;
    const pin = (command: PinCommand, by: Actor = actor) => pins.handle(code, command, contextOf(by));
    await pin({ type: "Register", consumerId, name: ornament.name });
    await account({ type: "AddOrnament", code, name: ornament.name });
    for (const [number, { userAgent, name }] of ornament.devices.entries()) {
      const { events } = await pin({
        type: "BindDevice",
        consumerId,
        userAgent,
        limit: limits.defaultDeviceLimit,
        browser: `demo ${number}`,
        knownDeviceIds: [],
        now: Date.now(),
      });
      const [bound] = events;
      if (name !== undefined && bound?.type === "DeviceBound")
        await pin({ type: "RenameDevice", deviceId: bound.data.deviceId, name });
    }
    if (ornament.blockedWith !== undefined)
      await pin({ type: "Deactivate", comment: ornament.blockedWith }, system);
  }
}

const atOnce = 48;

async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
