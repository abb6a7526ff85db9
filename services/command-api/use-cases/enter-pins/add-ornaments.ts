import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, handleCommand } from "@ornament/platform/commands/handle-command";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import { consumerDecider } from "../../aggregates/consumer/decider.ts";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";
import { stepOf } from "../../command-step.ts";
import type { Dependencies } from "../../dependencies.ts";
import { releasePin } from "../delete-account/deletion.ts";
import { type EnteredPin, refuseBadPins } from "./entered-pins.ts";
import type { Finding } from "./entry-guard.ts";

export interface Activation {
  readonly consumerId: number;
  readonly entered: readonly EnteredPin[];
  readonly context: CommandContext;
}

/** The step that adds the ornament at this place of the entry. */
export const ornamentStep = (context: CommandContext, index: number) => stepOf(context, `ornament ${index}`);

/** All or none: what was registered is released again where a later PIN was lost to somebody else meanwhile. */
export async function addAll(
  dependencies: Dependencies,
  pins: PinCommands,
  activation: Activation,
): Promise<void> {
  const registered: { code: string; cause: StoredEvent }[] = [];
  try {
    for (const entered of activation.entered) {
      const cause = await register(pins, entered, activation);
      if (cause) registered.push({ code: entered.pin, cause });
    }
    for (const [index, { pin, name }] of activation.entered.entries()) {
      const context = ornamentStep(activation.context, index);
      const causationId = registered.find(({ code }) => code === pin)?.cause.id;
      const command = { type: "AddOrnament", code: pin, name } as const;
      await onAccount(dependencies, activation.consumerId, command, context, causationId);
    }
  } catch (error) {
    if (!isFinal(error)) throw error;
    const { consumerId, context } = activation;
    for (const { code, cause } of registered) {
      await releasePin(dependencies, { code, consumerId, cause, positions: context.positions });
    }
    throw error;
  }
}

/** After an outage, or on a stream that was always ahead, the repeated request or a completion goes on from here. */
const isFinal = (error: unknown) =>
  error instanceof Refusal && error.status < 500 && error.code !== "conflict";

async function register(
  pins: PinCommands,
  { pin: code, name }: EnteredPin,
  { consumerId, entered, context }: Activation,
): Promise<StoredEvent | undefined> {
  try {
    const { events, state } = await pins.handle(code, { type: "Register", consumerId, name }, context);
    if (state.ownerId !== consumerId) throw new Refusal("conflict");
    return events[0];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "pin_not_found") throw error;
    const findings = entered.map(({ pin }): Finding => (pin === code ? "unrecognised" : "free"));
    refuseBadPins(entered, findings);
    throw error;
  }
}

export const onAccount = (
  { store }: Dependencies,
  consumerId: number,
  command: ConsumerCommand,
  context: CommandContext,
  causationId?: string,
) =>
  handleCommand({
    store,
    decider: consumerDecider,
    stream: streams.consumer(consumerId),
    command,
    context,
    causationId,
  });
