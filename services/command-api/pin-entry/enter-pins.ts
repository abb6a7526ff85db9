import type { pinEntryRoutes } from "@ornament/contracts/pin-entry/api";
import { type FieldError, Refusal } from "@ornament/contracts/routes/errors";
import type { BodyOf } from "@ornament/contracts/routes/route";
import { limits } from "@ornament/contracts/values/limits";
import { formatPinCode, pinsNotUniqueMessage } from "@ornament/contracts/values/pin-code";
import { type CommandContext, stepOf } from "@ornament/platform/commands/context";
import { recordedOf } from "@ornament/platform/commands/handle-command";
import { answerTo } from "@ornament/platform/commands/refusals";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import type { Handler } from "@ornament/platform/http/route-request";
import { loadOwnAccount } from "../account/own-account.ts";
import type { LoadedConsumer, LoadedPin } from "../aggregates.ts";
import type { Parts } from "../compose-parts.ts";
import type { ConsumerCommand } from "../consumers/commands.ts";
import { liveAccount } from "../consumers/decider.ts";
import type { ConsumerAccount } from "../consumers/state.ts";
import { type Binding, type BoundDevice, bindDevice } from "../devices/routes.ts";
import { callingConsumer } from "../http/caller.ts";
import { releasePin } from "../ornaments/routes.ts";
import type { PinRefusals } from "../pins/commands.ts";
import { currentDeviceLimit, currentPlayerUrl } from "../settings/current-settings.ts";
import type { CheckedEntry, CheckedPin, Finding } from "./look-up-pins.ts";

type Route = typeof pinEntryRoutes.activatePins;
type Body = BodyOf<Route>;

/**
 * `PUT api/user/activate-pin`: adds all PINs or none. The PINs' streams decide who owns them. A repeated request
 * repeats all steps, and those that were taken have no effect. If the service stops in between, a completion adds
 * the ornaments (`complete-steps`).
 */
export function enterPins(parts: Parts): Handler<Route> {
  const { consumers, pins, lookUpPins, knownBrowsers, contexts } = parts;
  return async (request, reply) => {
    const { body, ip, positions } = request;
    const { id: consumerId } = callingConsumer(request.caller);
    const context = contexts.of(request);
    const codes = body.pin.map(({ pin }) => pin);

    // 1. Load the caller's account. It has the key of a repeated request, which the streams of other PINs don't.
    if (body.userId !== consumerId) throw new Refusal("consumer_not_found");
    const loaded = await consumers.load(consumerId);
    const account = confirmedAccount(loaded, body.email);
    await recordedOf(loaded, ornamentStep(context, 0));
    refuseRepeatedPins(body.pin);

    // 2. Look the PINs up, within the limits of wrong PINs.
    const found = new Map<string, LoadedPin>();
    const checked = await lookUpPins({ consumerId, ip, codes, context }, async (code) => {
      const pin = await pins.load(code);
      found.set(code, pin);
      return findingOf(account, pin, context.commandId);
    });
    refuseBadPins(body.pin, checked);
    refuseTooMany(account, codes);

    // 3. Register each PIN in its stream, and add the ornaments to the account.
    const added = await addAll(parts, body, context, { account: loaded, pins: found });
    let consumer = added.account;

    // 4. The choice about marketing mails, the device of the first PIN, and that PIN as the current one.
    const change = async (command: ConsumerCommand, step: string) => {
      consumer = (await consumers.handle(consumerId, command, stepOf(context, step), consumer)).loaded;
    };
    if (body.marketingEmail !== undefined)
      await change({ type: "SetMarketing", marketingEmail: body.marketingEmail }, "marketing");
    const browser = knownBrowsers.recognise(request, reply, context.commandId);
    const [limit, playerUrl] = await Promise.all([
      currentDeviceLimit(parts),
      body.device === undefined ? undefined : currentPlayerUrl(parts),
    ]);
    const device = { browser, limit, context: stepOf(context, "bind") };
    const bound = playerUrl ? await bindFirst(parts, body, device, { playerUrl, pins: added.pins }) : null;
    if (bound) await change({ type: "SelectOrnament", code: bound.code }, "select");

    // 5. Answer with the account. The time of a sign-in is the event store's, so the device's PIN is read again.
    if (bound) added.pins.delete(bound.code);
    const known = { account: consumer, pins: added.pins, deviceLimit: limit };
    const user = await loadOwnAccount(parts, consumerId, { browser, positions, ...known });
    const binding = bound && { device: bound.device, playerUrl: bound.playerUrl };
    return { user, count: user.pins.count, binding };
  };
}

/** The step that adds the PIN with this index. */
const ornamentStep = (context: CommandContext, index: number) => stepOf(context, `ornament ${index}`);

function confirmedAccount(loaded: LoadedConsumer, email: string): ConsumerAccount {
  const account = liveAccount(loaded.state);
  if (account.status !== "confirmed") throw new Refusal("not_activated");
  if (account.email === email) return account;
  const message = "This is not the email of your account. Please reload the page.";
  throw new Refusal("invalid_request", { message, errors: [{ path: "email", message }] });
}

/** A PIN that this command registered, or that a crash kept from the account, can still be added. */
function findingOf(account: ConsumerAccount, { state, holds }: LoadedPin, commandId: string): Finding {
  const { code } = state;
  if (code === null) return "unrecognised";
  if (state.ownerId === account.consumerId) {
    const added = account.ornaments.some((ornament) => ornament.code === code);
    return added && !holds(commandId) ? "own" : "free";
  }
  if (state.ownerId !== null) return "of-another-account";
  return state.blocked ? "unrecognised" : "free";
}

function refuseTooMany(account: ConsumerAccount, codes: readonly string[]): void {
  const all = new Set([...account.ornaments.map(({ code }) => code), ...codes]);
  if (all.size > limits.ornamentsPerAccount) throw new Refusal("too_many_ornaments");
}

type PinsByCode = ReadonlyMap<string, LoadedPin>;

/** Adds all PINs or none: if one has got another owner, the others are released. Returns the streams. */
async function addAll(
  parts: Parts,
  { userId: consumerId, pin: entered }: Body,
  context: CommandContext,
  before: { account: LoadedConsumer; pins: PinsByCode },
): Promise<{ account: LoadedConsumer; pins: Map<string, LoadedPin> }> {
  const { consumers, pins } = parts;
  let { account } = before;
  const after = new Map<string, LoadedPin>();
  /** The registration of each PIN that did not belong to the account before. */
  const causes = new Map<string, StoredEvent>();
  try {
    for (const { pin: code, name } of entered) {
      const command = { type: "Register", consumerId, name } as const;
      const { events, state, loaded } = await pins.handle(code, command, context, before.pins.get(code));
      if (state.ownerId !== consumerId) throw new Refusal("conflict");
      after.set(code, loaded);
      if (events[0]) causes.set(code, events[0]);
    }
    for (const [index, { pin: code, name }] of entered.entries()) {
      const step = { ...ornamentStep(context, index), causationId: causes.get(code)?.id };
      const command = { type: "AddOrnament", code, name } as const;
      account = (await consumers.handle(consumerId, command, step, account)).loaded;
    }
  } catch (error) {
    // After an outage or a conflict nothing is released: the repeated request or a completion continues.
    if (!(error instanceof Refusal) || error.status >= 500 || error.code === "conflict") throw error;
    for (const [code, cause] of causes)
      await releasePin(parts, { code, consumerId, cause, positions: context.positions });
    const finding = answerTo(error, whenNotRegistered);
    const lost = entered[after.size]?.pin;
    const checked = entered.map(({ pin }): CheckedPin => ({ finding: (pin === lost && finding) || "free" }));
    refuseBadPins(entered, { checked, tries: undefined });
    throw error;
  }
  return { account, pins: after };
}

/** The answer about a PIN that another account has registered since it was looked up. */
const whenNotRegistered: Record<PinRefusals["Register"], Finding> = { pin_not_found: "unrecognised" };

/** Binds the device to the first PIN, if the browser sent a device. If that is refused, the PINs stay added. */
async function bindFirst(
  parts: Parts,
  { userId: consumerId, pin: [first], device: userAgent, deviceToken }: Body,
  binding: Pick<Binding, "browser" | "limit" | "context">,
  { playerUrl, pins }: { playerUrl: string; pins: PinsByCode },
): Promise<{ code: string; playerUrl: string; device: BoundDevice } | null> {
  const code = first?.pin;
  if (code === undefined || userAgent === undefined) return null;
  const pin = pins.get(code);
  try {
    const device = await bindDevice(parts, { ...binding, code, consumerId, userAgent, deviceToken, pin });
    return { code, playerUrl, device };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return null;
    throw error;
  }
}

/** Refuses an entry with repeated PINs, and lists them. */
function refuseRepeatedPins(entered: Body["pin"]): void {
  const codes = entered.map(({ pin }) => pin);
  const repeated = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))];
  if (repeated.length === 0) return;
  const message = pinsNotUniqueMessage(repeated.map(formatPinCode));
  throw new Refusal("pins_refused", { message, errors: [{ path: "pin", message }] });
}

/** Refuses the whole entry if one PIN can't be added, and names each bad PIN. */
function refuseBadPins(entered: Body["pin"], { checked, tries }: CheckedEntry): void {
  const errors = entered.flatMap((_pin, index): FieldError[] => {
    const result = checked[index] ?? { finding: "unrecognised" };
    return result.finding === "free" ? [] : [{ path: `pin.${index}.pin`, ...problem(result) }];
  });
  if (errors.length > 0) throw new Refusal("pins_refused", { errors, tries });
}

const unknown = "We don’t know this PIN.";

/** One text for a PIN never issued, somebody else's or deactivated, so that it doesn't show which exist. */
function problem({ finding, meant }: CheckedPin): Pick<FieldError, "message" | "suggestion"> {
  if (finding === "own") return { message: "This PIN is already one of your ornaments." };
  if (!meant) return { message: unknown };
  const pin = formatPinCode(meant.code);
  return meant.finding === "own"
    ? { message: `${unknown} ${pin} is already one of your ornaments.` }
    : { message: unknown, suggestion: pin };
}
