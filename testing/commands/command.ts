import { parsePinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { streams } from "@ornament/contracts/events/streams";
import type { Answer, ApiClient } from "../calls/api-client.ts";
import type { EventLog, LoggedEvent } from "../product/event-log.ts";

/** A command on separate new things, which can be sent any number of times. */
export interface Command {
  /** Sends the command with a key. `otherBody` is the index of another body in place of the command's. */
  send(client: ApiClient, key: string, otherBody?: number): Promise<Answer>;
  /** The number of other bodies, which lead to a stream that the command has changed. */
  otherBodies: number;
  /** The types of the events that the command causes, in alphabetical order. */
  events: string[];
  /** False for events that only a failed attempt of this command has caused. */
  isCounted(event: LoggedEvent, answer: Answer): boolean;
  /**
   * Appends an event to the stream of the command's decision, so that a command in flight meets a conflict.
   * The event changes neither the decision nor the answer. Absent if the stream doesn't exist yet.
   */
  causeConflict?: ((log: EventLog) => Promise<void>) | undefined;
}

/** The inputs of a command's preparation: the product, and a signed-in IT Admin. */
export interface CommandSetup {
  api: ApiClient;
  url: string;
  /** The IT Admin's access token. */
  admin: string;
  adminId: number;
}

interface Call {
  method: string;
  path: string;
  token?: string;
  bodies: [own: object, ...others: object[]];
}

export const command = (
  { method, path, token, bodies }: Call,
  events: string[],
  causeConflict?: Command["causeConflict"],
): Command => ({
  send: (client, key, otherBody = -1) =>
    // A deletion has no body: its path names the account.
    client.call(method, path, {
      token,
      key,
      ...(method === "DELETE" ? {} : { body: bodies[otherBody + 1] }),
    }),
  otherBodies: bodies.length - 1,
  events,
  isCounted: () => true,
  causeConflict,
});

let used = 0;
/** A number that no other command of this run has. */
export const freshNumber = () => used++;
export const freshEmail = () => `idem-${freshNumber()}@example.com`;

const pinNumber = (n: number) => `IDEM${String(n).padStart(3, "0")}`;
/** A PIN that `importFreshPins` has imported and that no other command uses. */
export const freshPin = () => pinNumber(freshNumber());
export const pinId = (pin: string) => pinIdOf(parsePinCode(pin) ?? "");

/** Imports the PINs that the commands use. Needed once, before the first command is prepared. */
export const importFreshPins = ({ api, admin }: CommandSetup) =>
  api.importPins(admin, Array.from({ length: 400 }, (_, n) => pinNumber(n)).join("\n"));

export const conflictOnPin =
  (code: string, consumerId: number): Command["causeConflict"] =>
  (log) =>
    log.append(streams.pin(code), "DeviceBindingRefused", {
      code,
      consumerId,
      limit: 5,
      reason: "maximum-number-devices",
      userAgent: null,
    });

/** Whether the event only gives each call about an email address the same cost, even a repeated one. */
export const isMadeUp = ({ type }: { readonly type: string }) => type === "AddressCallAnswered";
