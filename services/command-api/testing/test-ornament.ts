import { streams } from "@ornament/contracts/events/streams";
import type { PinEvent } from "@ornament/contracts/pins/events";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { loadState } from "@ornament/platform/commands/load-state";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { pinDecider } from "../pins/decider.ts";
import type { Answer, CallOptions } from "./test-client.ts";
import type { TestCommandApi } from "./test-command-api.ts";
import { issuePins, signedInConsumer, type TestConsumer } from "./test-consumer.ts";

export const activatePath = "/api/user/activate-pin";
export const bindPath = "/api/user/device-pin";
export const playerPath = "/api/player/session";

/** Enters PINs as the page does; `more` replaces or adds fields. */
export function enterPins(
  { browser, id, email }: TestConsumer,
  pins: (string | { pin: string; name: string })[],
  more: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Answer> {
  const pin = pins.map((entered) => (typeof entered === "string" ? { pin: entered } : entered));
  return browser.put(activatePath, { userId: id, email, pin, ...more }, options);
}

export interface BoundDevice {
  readonly id: number;
  readonly deviceToken: string;
  readonly pinCodeId: number;
  readonly title: string;
}

export const deviceOf = (answer: Answer) => answer.body.device as BoundDevice;

export const replay = async (store: EventStore, code: string) =>
  (await loadState(store, streams.pin(code), pinDecider)).state;

export const eventTypes = async (store: EventStore, stream: string) =>
  (await store.read<PinEvent>(stream)).events.map(({ type }) => type);

/** The parts of an answer that must be equal, so that nobody can tell two answers apart. */
export const seen = ({ status, text, headers }: Answer) => ({
  status,
  text,
  names: Object.keys(headers)
    .filter((name) => name !== "x-position")
    .sort(),
});

/** The user agent of a phone. */
export const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";
/** Binds the browser to a PIN as the page does; `more` replaces or adds fields. */
export const bind = (
  { browser }: TestConsumer,
  code: string,
  more: Record<string, unknown> = {},
  key?: string,
) =>
  browser.post(bindPath, { pinId: pinIdOf(code), device: phone, ...more }, key === undefined ? {} : { key });

/** The consumer in another browser: signed in, without the cookies of this one. */
export function inAnotherBrowser(consumer: TestConsumer): TestConsumer {
  const browser = consumer.browser.copy();
  browser.cookies.clear();
  return { ...consumer, browser };
}

/** A signed-in consumer who owns these PINs. */
export async function ownerOf(api: TestCommandApi, email: string, ...codes: string[]): Promise<TestConsumer> {
  await issuePins(api, ...codes);
  const consumer = await signedInConsumer(api, email);
  const answer = await enterPins(consumer, codes);
  if (answer.status !== 200) throw new Error(answer.text);
  return consumer;
}
