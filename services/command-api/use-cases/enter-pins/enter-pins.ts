import type { ornamentRoutes } from "@ornament/contracts/api/ornaments";
import type { ResponseOf } from "@ornament/contracts/api/route";
import { limits } from "@ornament/contracts/domain/limits";
import { Refusal } from "@ornament/contracts/errors";
import { stepOf } from "@ornament/platform/commands/context";
import { recordedOf } from "@ornament/platform/commands/handle-command";
import { countingCalls } from "@ornament/platform/eventstore/store-calls";
import type { Handler, Reply, RouteRequest } from "@ornament/platform/http/route-request";
import { oneAtATime } from "@ornament/platform/waiting/at-most";
import type { Aggregates, LoadedConsumer, LoadedPin } from "../../aggregates/aggregates.ts";
import type { ConsumerCommand } from "../../aggregates/consumer/commands.ts";
import { liveAccount } from "../../aggregates/consumer/decider.ts";
import type { ConsumerAccount } from "../../aggregates/consumer/state.ts";
import type { CurrentSettings } from "../../aggregates/setting/current-settings.ts";
import { callingConsumer } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import type { UniformAnswers } from "../../http/uniform-response.ts";
import type { Browser, KnownBrowsers } from "../../sessions/known-browsers.ts";
import type { BindDevice, BoundDevice } from "../bind-device/bind-device.ts";
import { safePlayerUrl } from "../bind-device/player-url.ts";
import type { LoadOwnAccount } from "../own-account/own-account.ts";
import type { AddOrnaments, Entry } from "./add-ornaments.ts";
import { type Finding, isWrong, refuseBadPins, refuseRepeatedPins } from "./entered-pins.ts";
import type { PinEntryGuard } from "./entry-guard.ts";

type Route = typeof ornamentRoutes.activatePins;
type Answer = ResponseOf<Route>;

/** A PIN is read with its snapshot, and its owner's key. */
const storeCalls = { reads: 3, appends: 0 };

interface Needs {
  readonly consumers: Aggregates["consumers"];
  readonly pins: Pick<Aggregates["pins"], "load">;
  readonly settings: CurrentSettings;
  readonly guard: PinEntryGuard;
  readonly uniformAnswers: Pick<UniformAnswers, "makeUp" | "untilTick">;
  readonly addOrnaments: AddOrnaments;
  readonly bindDevice: BindDevice;
  readonly loadOwnAccount: LoadOwnAccount;
  readonly knownBrowsers: Pick<KnownBrowsers, "recognise">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/**
 * `PUT api/user/activate-pin`: adds all PINs or none. The PINs' streams decide who owns them. The ornaments,
 * the marketing choice and the device of the first PIN follow, and the PIN of the device becomes the current
 * one. A repeated request repeats these steps.
 */
export function enterPins(needs: Needs): Handler<Route> {
  const {
    consumers,
    pins,
    settings,
    guard,
    uniformAnswers,
    addOrnaments,
    bindDevice,
    loadOwnAccount,
    knownBrowsers,
    contexts,
  } = needs;
  const inTurn = oneAtATime();

  /** The caller's account. Throws `consumer_not_found` if the id in the body is another one. */
  const loadCaller = async (
    consumerId: number,
    claimed: { userId: number; email: string },
  ): Promise<{ account: ConsumerAccount; loaded: LoadedConsumer }> => {
    if (claimed.userId !== consumerId) throw new Refusal("consumer_not_found");
    const loaded = await consumers.load(consumerId);
    const account = liveAccount(loaded.state);
    if (account.status !== "confirmed") throw new Refusal("not_activated");
    if (account.email === claimed.email) return { account, loaded };
    const message = "This is not the email of your account. Please reload the page.";
    throw new Refusal("invalid_request", { message, errors: [{ path: "email", message }] });
  };

  /** A PIN that this command registered, or that a crash kept from the account, can still be added. */
  const findingOf = (account: ConsumerAccount, { state, holds }: LoadedPin, commandId: string): Finding => {
    const { code } = state;
    if (code === null) return "unrecognised";
    if (state.ownerId === account.consumerId) {
      const added = account.ornaments.some((ornament) => ornament.code === code);
      return added && !holds(commandId) ? "own" : "free";
    }
    if (state.ownerId !== null) return "of-another-account";
    return state.blocked ? "unrecognised" : "free";
  };

  /**
   * Binds the device to the first PIN, if the browser sent a device. If that is refused, the PINs stay added.
   */
  const bindFirst = async (
    { consumerId, entered, context, streams }: Entry,
    { device: userAgent, deviceToken }: { device?: string | undefined; deviceToken?: string | undefined },
    browser: Browser,
    limit: number,
  ): Promise<{ code: string; playerUrl: string; device: BoundDevice } | null> => {
    const code = entered[0]?.pin;
    if (userAgent === undefined || code === undefined) return null;
    const playerUrl = await safePlayerUrl(settings);
    if (playerUrl === undefined) return null;
    const step = stepOf(context, "bind");
    const pin = streams.pins.get(code);
    const binding = { code, consumerId, userAgent, browser, deviceToken, limit, context: step, pin };
    try {
      return { code, playerUrl, device: await bindDevice(binding) };
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) return null;
      throw error;
    }
  };

  const enter = async (request: RouteRequest<Route>, reply: Reply, consumerId: number): Promise<Answer> => {
    const { body, ip, positions } = request;
    const context = contexts.of(request);
    const { account, loaded } = await loadCaller(consumerId, body);
    // The streams of other PINs would not have the key.
    await recordedOf(loaded, stepOf(context, "ornament 0"));
    refuseRepeatedPins(body.pin);
    const codes = body.pin.map(({ pin }) => pin);
    const lookedUp = new Map<string, LoadedPin>();
    const began = performance.now();
    const checked = await guard.check({ consumerId, ip, codes, context }, async (code) => {
      const calls = { reads: 0, appends: 0 };
      const pin = await countingCalls(calls, () => pins.load(code));
      lookedUp.set(code, pin);
      const finding = findingOf(account, pin, context.commandId);
      // Somebody else's PIN must not be told from one that was never issued by its reads or by the time.
      if (isWrong(finding)) await uniformAnswers.makeUp(storeCalls, calls);
      return finding;
    });
    if (checked.tries) await uniformAnswers.untilTick(began);
    refuseBadPins(body.pin, checked);
    refuseTooMany(account, codes);

    const entry = { consumerId, entered: body.pin, context };
    const added = await addOrnaments({ ...entry, streams: { account: loaded, pins: lookedUp } });
    let consumer = added.account;
    const handle = async (command: ConsumerCommand, step: string) => {
      consumer = (await consumers.handle(consumerId, command, stepOf(context, step), consumer)).loaded;
    };
    if (body.marketingEmail !== undefined)
      await handle({ type: "SetMarketing", marketingEmail: body.marketingEmail }, "marketing");
    const browser = knownBrowsers.recognise(request, reply, context.commandId);
    const deviceLimit = await settings.deviceLimit();
    const bound = await bindFirst({ ...entry, streams: added }, body, browser, deviceLimit);
    if (bound) await handle({ type: "SelectOrnament", code: bound.code }, "select");
    const user = await loadOwnAccount(consumerId, {
      browser,
      positions,
      account: consumer,
      // The time of a sign-in is the event store's, so the PIN of the device is read again.
      pins: new Map([...added.pins].filter(([code]) => code !== bound?.code)),
      deviceLimit,
    });
    const binding = bound && { device: bound.device, playerUrl: bound.playerUrl };
    return { user, count: user.pins.count, binding };
  };

  return (request, reply) => {
    const { id } = callingConsumer(request.caller);
    return inTurn(String(id), () => enter(request, reply, id));
  };
}

function refuseTooMany(account: ConsumerAccount, codes: readonly string[]): void {
  const all = new Set([...account.ornaments.map(({ code }) => code), ...codes]);
  if (all.size > limits.ornamentsPerAccount) throw new Refusal("too_many_ornaments");
}
