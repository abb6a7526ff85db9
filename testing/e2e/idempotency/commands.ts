import { streams } from "@ornament/contracts/events/streams";
import { parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import type { Answer, ApiClient } from "@ornament/testing/calls/api-client";
import { newParent, type Parent } from "@ornament/testing/people/parents";
import type { EventLog, LoggedEvent } from "@ornament/testing/product/event-log";
import { adminEmail } from "@ornament/testing/product/running-product";
import type { Attacked } from "../security/attacked-product.ts";

/** A command on separate new things, which can be sent any number of times. */
export interface Command {
  /** Sends the command with a key. `otherBody` is the index of another body in place of the command's. */
  send(client: ApiClient, key: string, otherBody?: number): Promise<Answer>;
  /** The number of other bodies, which lead to a stream that the command has changed. */
  readonly otherBodies: number;
  /** The types of the events that the command causes, in alphabetical order. */
  readonly events: readonly string[];
  /** False for events that only a failed attempt of this command has caused. */
  isCounted(event: LoggedEvent, answer: Answer): boolean;
  /**
   * Appends an event to the stream of the command's decision, so that a command in flight meets a conflict.
   * The event changes neither the decision nor the answer.
   */
  causeConflict(log: EventLog): Promise<void>;
}

let used = 0;
const freshEmail = () => `idem-${used++}@example.com`;
const pinNumber = (n: number) => `IDEM${String(n).padStart(3, "0")}`;
const freshPin = () => pinNumber(used++);

/** Imports the PINs that the commands use. */
export const importFreshPins = ({ api, admin }: Attacked) =>
  api.importPins(admin, Array.from({ length: 200 }, (_, n) => pinNumber(n)).join("\n"));

const ofBodies = (
  method: string,
  path: string,
  token: string | undefined,
  bodies: readonly [own: object, ...others: object[]],
): Pick<Command, "send" | "otherBodies" | "isCounted"> => ({
  send: (client, key, otherBody = -1) =>
    client.call(method, path, { ...(token && { token }), key, body: bodies[otherBody + 1] }),
  otherBodies: bodies.length - 1,
  isCounted: () => true,
});

async function parentWithPin({ api, url }: Attacked): Promise<{ parent: Parent; code: string }> {
  const parent = await newParent(api, url, freshEmail());
  const code = freshPin();
  const { status } = await api.call("PUT", "/api/user/activate-pin", {
    token: parent.token,
    body: { userId: parent.id, email: parent.email, pin: [{ pin: code }] },
  });
  if (status !== 200) throw new Error(`The PIN was refused with ${status}`);
  return { parent, code };
}

/** Commands of each form: one stream, a new account, a deletion, an upload. */
export const commands: Readonly<Record<string, (setup: Attacked) => Promise<Command>>> = {
  async createAdmin({ admin, adminId }) {
    const own = { email: freshEmail(), password: "Another-2026", firstName: "Ann", role: "MEMBER" };
    return {
      ...ofBodies("POST", "/api/admin/registration", admin, [
        own,
        { ...own, firstName: "Bea" },
        { ...own, email: freshEmail() },
      ]),
      events: ["AdminAccountCreated", "PersonKeyCreated"],
      // An attempt that loses the race leaves the key of an account that never existed.
      isCounted: ({ stream }, { body }) =>
        !stream.startsWith("personKey-") || stream === `personKey-admin${body.id}`,
      causeConflict: (log) =>
        log.append(streams.adminDirectory, "AdminEmailChanged", { adminId, email: adminEmail }),
    };
  },

  async bindDevice(setup) {
    const { parent, code } = await parentWithPin(setup);
    const own = { pinId: pinIdOf(parsePinCode(code) ?? ""), device: "Browser" };
    return {
      ...ofBodies("POST", "/api/user/device-pin", parent.token, [own, { ...own, device: "Another" }]),
      events: ["DeviceBound"],
      causeConflict: (log) =>
        log.append(streams.pin(code), "DeviceBindingRefused", {
          code,
          consumerId: parent.id,
          limit: 5,
          reason: "maximum-number-devices",
          userAgent: null,
        }),
    };
  },

  async eraseConsumer({ api, url, admin }) {
    const { id, email } = await newParent(api, url, freshEmail());
    const own = { reason: "Requested in writing", confirmation: email };
    return {
      ...ofBodies("POST", `/api/admin/erase-user/${id}`, admin, [
        own,
        { ...own, reason: "Requested by phone" },
      ]),
      events: ["$streamDeleted", "ConsumerAccountDeleted", "EmailReleased"],
      causeConflict: (log) =>
        log.append(streams.consumer(id), "MarketingPreferenceChanged", {
          consumerId: id,
          marketingEmail: false,
        }),
    };
  },

  async importCsv({ admin }) {
    const code = () => `CSV${String(used++).padStart(4, "0")}`;
    const files = [`pin\r\n${code()}\r\n${code()}\nbad\n`, `pin\r\n${code()}\r\n`];
    return {
      send: (client, key, otherBody = -1) =>
        client.importPins(admin, files[otherBody + 1] ?? "", "list.csv", key),
      otherBodies: 1,
      events: [
        "PinImportCompleted",
        "PinImportRowsRefused",
        "PinImportStarted",
        "PinImportTurnTaken",
        "PinImported",
        "PinImported",
      ],
      isCounted: () => true,
      causeConflict: async () => undefined,
    };
  },
};
