import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { ResponseOf } from "@ornament/contracts/api/route";
import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import { streams } from "@ornament/contracts/events/streams";
import { type CommandContext, loadState } from "@ornament/platform/commands/handle-command";
import { oneAtATime } from "@ornament/platform/commands/one-at-a-time";
import type { History } from "@ornament/platform/eventstore/compaction/compaction";
import type { RouteRequest } from "@ornament/platform/http/route-request";
import { consumerDecider, liveAccount } from "../../aggregates/consumer/decider.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import type { PinCommands } from "../../aggregates/pin/pin-commands.ts";
import { stepOf } from "../../command-step.ts";
import type { Dependencies } from "../../dependencies.ts";
import { callingConsumer } from "../../http/consumer-caller.ts";
import { commandContext } from "../../http/request-context.ts";
import { bindDevice, safePlayerUrl } from "../bind-device/bind-device.ts";
import { loadOwnAccount } from "../own-account/own-account.ts";
import { type Activation, addAll, onAccount, ornamentStep } from "./add-ornaments.ts";
import { refuseBadPins, refuseRepeatedPins } from "./entered-pins.ts";
import { type Finding, pinEntryGuard } from "./entry-guard.ts";

type ActivateRequest = RouteRequest<typeof ornamentRoutes.activatePins>;
type ActivateAnswer = ResponseOf<typeof ornamentRoutes.activatePins>;

/**
 * `PUT api/user/activate-pin` (spec §7, design §12): adds all PINs or none. PinRegistered decides; OrnamentAdded, the
 * marketing choice and the device of the first PIN follow, and are taken again when the request is repeated.
 */
export function activatePinsHandler(dependencies: Dependencies, pins: PinCommands) {
  const guard = pinEntryGuard(dependencies);
  const inTurn = oneAtATime();
  return (request: ActivateRequest): Promise<ActivateAnswer> => {
    const consumerId = callingConsumer(request.caller);
    return inTurn(String(consumerId), () => activate(dependencies, pins, guard, request));
  };
}

async function activate(
  dependencies: Dependencies,
  pins: PinCommands,
  guard: ReturnType<typeof pinEntryGuard>,
  request: ActivateRequest,
): Promise<ActivateAnswer> {
  const { body, ip, positions } = request;
  const consumerId = callingConsumer(request.caller);
  const context = commandContext(dependencies, request);
  const activation: Activation = { consumerId, entered: body.pin, context };
  const account = await loadCaller(dependencies, { consumerId, claimed: body, context });
  refuseRepeatedPins(body.pin);
  const codes = body.pin.map(({ pin }) => pin);
  const findings = await guard.look({ consumerId, ip, codes, context }, (code) =>
    findingOf(pins, account, code, context),
  );
  refuseBadPins(body.pin, findings);
  refuseTooMany(account, codes);

  await addAll(dependencies, pins, activation);
  if (body.marketingEmail !== undefined) {
    const command = { type: "SetMarketing", marketingEmail: body.marketingEmail } as const;
    await onAccount(dependencies, consumerId, command, stepOf(context, "marketing"));
  }
  const binding = await bindFirst(dependencies, pins, activation, body);
  const user = await loadOwnAccount(dependencies, consumerId, positions);
  return { user, count: user.pins.count, binding };
}

/** The caller's account. The ids in the body must be the caller's own; others are answered as if they did not exist. */
async function loadCaller(
  { store }: Dependencies,
  caller: { consumerId: number; claimed: { userId: number; email: string }; context: CommandContext },
): Promise<ConsumerAccount> {
  const { consumerId, claimed, context } = caller;
  if (claimed.userId !== consumerId) throw new Refusal("consumer_not_found");
  const loaded = await loadState(store, streams.consumer(consumerId), consumerDecider);
  const account = liveAccount(loaded.state);
  if (account.status !== "confirmed") throw new Refusal("not_activated");
  await refuseOtherBody(loaded, context);
  if (account.email === claimed.email) return account;
  const message = "This is not the email of your account. Please reload the page.";
  throw new Refusal("invalid_request", { message, errors: [{ path: "email", message }] });
}

/** Other PINs under the same key would lead to streams that have not seen the key: the account's has. */
async function refuseOtherBody(loaded: Pick<History, "eventsOf">, context: CommandContext): Promise<void> {
  const [first] = await loaded.eventsOf(ornamentStep(context, 0).commandId);
  if (first && first.metadata.bodyHash !== context.bodyHash) throw new Refusal("idempotency_key_reused");
}

/** A PIN that this very command registered, or that a crash kept from the account, is free to be added. */
async function findingOf(
  pins: PinCommands,
  account: ConsumerAccount,
  code: string,
  context: CommandContext,
): Promise<Finding> {
  const { state, holds } = await pins.load(code);
  if (state.code === null) return "unrecognised";
  if (state.ownerId === account.consumerId) {
    const added = account.ornaments.some((ornament) => ornament.code === code);
    return added && !holds(context.commandId) ? "own" : "free";
  }
  return state.ownerId !== null || state.blocked ? "unrecognised" : "free";
}

function refuseTooMany(account: ConsumerAccount, codes: readonly string[]): void {
  const all = new Set([...account.ornaments.map(({ code }) => code), ...codes]);
  if (all.size > limits.ornamentsPerAccount) throw new Refusal("too_many_ornaments");
}

/** The first PIN's device, where the browser sent one. A refusal leaves the PINs added: there is another screen for it. */
async function bindFirst(
  dependencies: Dependencies,
  pins: PinCommands,
  { consumerId, entered, context }: Activation,
  { device, deviceToken }: { device?: string | undefined; deviceToken?: string | undefined },
): Promise<ActivateAnswer["binding"]> {
  const code = entered[0]?.pin;
  const playerUrl = await safePlayerUrl(dependencies);
  if (device === undefined || code === undefined || playerUrl === undefined) return null;
  const binding = { code, consumerId, userAgent: device, deviceToken, context: stepOf(context, "bind") };
  try {
    return { device: await bindDevice(dependencies, pins, binding), playerUrl };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return null;
    throw error;
  }
}
