import { randomUUID } from "node:crypto";
import { bindAggregates } from "@ornament/command-api/aggregates";
import { claimForRegistration } from "@ornament/command-api/consumers/claim-emails";
import type { ConsumerCommand } from "@ornament/command-api/consumers/commands";
import type { Dependencies } from "@ornament/command-api/dependencies";
import type { PinImportCommand } from "@ornament/command-api/imports/decider";
import type { PinCommand } from "@ornament/command-api/pins/commands";
import { pinDecider } from "@ornament/command-api/pins/decider";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import { limits } from "@ornament/contracts/values/limits";
import type { CommandContext } from "@ornament/platform/commands/context";
import { ConflictError } from "@ornament/platform/eventstore/store-errors";
import { type DrawnConsumer, deviceOf } from "./people.ts";

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

/** The number of PINs after which an import records its progress. */
const progressEvery = 250;

/**
 * Imports the PINs as one import, so that the System action log shows one entry. Returns the new ones.
 */
export async function fillPins(
  dependencies: Pick<FillDependencies, "store">,
  batchName: string,
  codes: readonly string[],
): Promise<string[]> {
  const { store } = dependencies;
  const importId = randomUUID();
  const { pinImports } = bindAggregates(store);
  const importing = (command: PinImportCommand) => pinImports.handle(importId, command, contextOf(system));
  const bytes = codes.length * 9;
  await importing({ type: "Start", importId, fileName: `${batchName}.csv`, batchName, bytes });
  const added: string[] = [];
  const importCode = async (code: string) => {
    const command = { type: "Import", code, batchName, importId } as const;
    const events = pinDecider.decide(command, pinDecider.initialState());
    try {
      await store.append(streams.pin(code), "no_stream", events, contextOf(system));
      added.push(code);
    } catch (error) {
      // The PIN exists already.
      if (!(error instanceof ConflictError)) throw error;
    }
  };
  const countsOf = (rows: number) => ({ rows, added: added.length, duplicates: rows - added.length, bad: 0 });
  for (let done = 0; done < codes.length; done += progressEvery) {
    // Without progress the product takes the import for one whose process has ended.
    if (done > 0) await importing({ type: "Progress", counts: countsOf(done) });
    await inParallel(codes.slice(done, done + progressEvery), importCode);
  }
  await importing({ type: "Complete", counts: countsOf(codes.length), refused: [] });
  return added;
}

/** A time in the past: confirmation links have expired since, so demo data sends no mails. */
const longAgo = () => Date.now() - 3 * limits.activationLinkMilliseconds;

/** Registers the consumers with their ornaments and devices, by the steps of a real parent. */
export async function fillConsumers(
  dependencies: FillDependencies,
  consumers: readonly DrawnConsumer[],
  passwordHash: string,
): Promise<void> {
  await inParallel(consumers, (consumer) => fillConsumer(dependencies, consumer, passwordHash));
}

async function fillConsumer(
  dependencies: FillDependencies,
  consumer: DrawnConsumer,
  passwordHash: string,
): Promise<void> {
  const { consumers, pins } = bindAggregates(dependencies.store);
  const correlationId = randomUUID();
  const parts = { ...dependencies, consumers };
  const consumerId = await claimForRegistration(parts, consumer.email, { correlationId });
  const actor = { kind: "consumer", id: consumerId } as const;
  const account = (command: ConsumerCommand) => consumers.handle(consumerId, command, contextOf(actor));
  const nonce = dependencies.randomNonce();
  const now = longAgo();
  const { email, marketingEmail } = consumer;
  await account({ type: "Register", consumerId, email, passwordHash, marketingEmail, nonce, now });
  if (!consumer.confirmed) return;
  await account({ type: "ConfirmEmail", nonce, agreed: true, now: now + 60_000 });
  for (const { code, name, devices, blockedWith, activatedAgain } of consumer.pins) {
    const pin = (command: PinCommand, by: Actor = actor) => pins.handle(code, command, contextOf(by));
    await pin({ type: "Register", consumerId, name });
    await account({ type: "AddOrnament", code, name });
    for (let number = 0; number < devices; number += 1) {
      const device = deviceOf(consumerId + number);
      const { events } = await pin({
        type: "BindDevice",
        consumerId,
        userAgent: device.userAgent,
        limit: Math.max(limits.defaultDeviceLimit, devices),
        browser: `demo ${number}`,
        knownDeviceIds: [],
        now: Date.now(),
      });
      const [bound] = events;
      if (device.name !== "" && bound?.type === "DeviceBound")
        await pin({ type: "RenameDevice", deviceId: bound.data.deviceId, name: device.name });
    }
    if (blockedWith !== undefined) await pin({ type: "Deactivate", comment: blockedWith }, system);
    if (activatedAgain) await pin({ type: "Activate", comment: "The owner found it" }, system);
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
