import { parsePinCode, pinIdOf } from "@ornament/contracts/domain/pin-code";
import { streams } from "@ornament/contracts/events/streams";
import type { Answer, ApiClient } from "./api-client.ts";
import type { EventLog, LoggedEvent } from "./event-log.ts";
import { newParent, type Parent } from "./parents.ts";
import { adminEmail } from "./running-product.ts";

/** A command on something fresh, ready to be sent again and again. */
export interface Command {
  /** Sends it by the client with the key: as it is, or the n-th of the other bodies. */
  send(at: ApiClient, key: string, other?: number): Promise<Answer>;
  /** How many other bodies there are: about the same thing first, then about something else. */
  others: number;
  /** The types of the events it brings about, in alphabetical order. */
  events: string[];
  /** Leaves out what was begun for an account that did not come to be and is gone again. */
  counts?: (event: LoggedEvent, answer: Answer) => boolean;
  /** Moves the stream on that it is decided in, without a difference to the decision; absent where there is none yet. */
  disturb?: ((log: EventLog) => Promise<void>) | undefined;
}

export interface Stage {
  api: ApiClient;
  url: string;
  admin: string;
  adminId: number;
}

let used = 0;
/** A PIN that nobody has had, of those that `importFreshPins` issues. */
const freshPin = () => `IDEM${String(used++).padStart(3, "0")}`;
const freshEmail = () => `idem-${used++}@example.com`;

export const importFreshPins = ({ api, admin }: Stage) =>
  api.importPins(
    admin,
    Array.from({ length: 400 }, (_, n) => `IDEM${String(n).padStart(3, "0")}`).join("\n"),
  );

const idOf = (pin: string) => pinIdOf(parsePinCode(pin) ?? "");

type Bodies = [own: object, ...others: object[]];
interface Call {
  method: string;
  path: string;
  token?: string;
  bodies: Bodies;
}

const sender =
  ({ method, path, token, bodies }: Call): Command["send"] =>
  (at, key, other = -1) =>
    // A deletion says everything by its path.
    at.call(method, path, { token, key, ...(method === "DELETE" ? {} : { body: bodies[other + 1] }) });

const command = (call: Call, events: string[], disturb?: Command["disturb"]): Command => ({
  send: sender(call),
  others: call.bodies.length - 1,
  events,
  disturb,
});

/** Says again what the log says of the first IT Admin. */
const inDirectory =
  ({ adminId }: Stage): Command["disturb"] =>
  (log) =>
    log.append(streams.adminDirectory, "AdminEmailChanged", { adminId, email: adminEmail });

const onPin =
  (code: string, consumerId: number): Command["disturb"] =>
  (log) =>
    log.append(streams.pin(code), "DeviceBindingRefused", {
      code,
      consumerId,
      limit: 5,
      reason: "maximum-number-devices",
    });

const onConsumer =
  (consumerId: number): Command["disturb"] =>
  (log) =>
    log.append(streams.consumer(consumerId), "MarketingPreferenceChanged", {
      consumerId,
      marketingEmail: false,
    });

async function parentWithPins(stage: Stage, count: number): Promise<{ parent: Parent; codes: string[] }> {
  const parent = await newParent(stage.api, stage.url, freshEmail());
  const codes = Array.from({ length: count }, freshPin);
  const { status } = await stage.api.call("PUT", "/api/user/activate-pin", {
    token: parent.token,
    body: { userId: parent.id, email: parent.email, pin: codes.map((pin) => ({ pin })) },
  });
  if (status !== 200) throw new Error(`The PINs were refused with ${status}`);
  return { parent, codes };
}

async function bound(stage: Stage, parent: Parent, code: string): Promise<number> {
  const { body } = await stage.api.call("POST", "/api/user/device-pin", {
    token: parent.token,
    body: { pinId: idOf(code), device: "Browser" },
  });
  return body.device.id;
}

async function newAdmin({ api, admin }: Stage, email: string): Promise<number> {
  const body = { email, password: "Another-2026", role: "MEMBER" };
  return (await api.call("POST", "/api/admin/registration", { token: admin, body })).body.id;
}

/** The commands, each made ready on things of its own. */
export const commands: Record<string, (stage: Stage) => Promise<Command>> = {
  async registration() {
    const own = { email: freshEmail(), password: "Parent-2026" };
    return command(
      {
        method: "POST",
        path: "/api/user/registration",
        bodies: [own, { ...own, password: "Parent-2027" }, { ...own, email: freshEmail() }],
      },
      ["ConsumerRegistered", "EmailClaimed", "PersonKeyCreated"],
    );
  },

  async createAdmin(stage) {
    const own = { email: freshEmail(), password: "Another-2026", firstName: "Ann", role: "MEMBER" };
    const created = command(
      {
        method: "POST",
        path: "/api/admin/registration",
        token: stage.admin,
        bodies: [own, { ...own, firstName: "Bea" }, { ...own, email: freshEmail() }],
      },
      ["AdminAccountCreated", "PersonKeyCreated"],
      inDirectory(stage),
    );
    return {
      ...created,
      counts: ({ stream }, { body }) =>
        !stream.startsWith("personKey-") || stream === `personKey-admin${body.id}`,
    };
  },

  async updatePinStatus({ admin }) {
    const code = freshPin();
    const own = { id: idOf(code), status: false, comment: "Lost in the post" };
    return command(
      {
        method: "PUT",
        path: "/api/admin/update-pin-status",
        token: admin,
        bodies: [own, { ...own, comment: "Found again" }, { ...own, id: idOf(freshPin()) }],
      },
      ["PinDeactivated"],
      onPin(code, 1),
    );
  },

  async activatePin(stage) {
    const { parent, codes } = await parentWithPins(stage, 1);
    const own = {
      userId: parent.id,
      email: parent.email,
      marketingEmail: true,
      pin: [
        { pin: freshPin(), name: "Tree" },
        { pin: freshPin(), name: "Door" },
      ],
      device: "Browser",
    };
    return command(
      {
        method: "PUT",
        path: "/api/user/activate-pin",
        token: parent.token,
        bodies: [own, { ...own, device: "Another" }, { ...own, pin: [{ pin: freshPin() }] }],
      },
      [
        "DeviceBound",
        "MarketingPreferenceChanged",
        "OrnamentAdded",
        "OrnamentAdded",
        "PinRegistered",
        "PinRegistered",
      ],
      (log) =>
        log.append(streams.consumer(parent.id), "OrnamentSelected", {
          consumerId: parent.id,
          code: codes[0],
        }),
    );
  },

  async devicePin(stage) {
    const { parent, codes } = await parentWithPins(stage, 2);
    const [first = "", second = ""] = codes;
    const own = { pinId: idOf(first), device: "Browser" };
    return command(
      {
        method: "POST",
        path: "/api/user/device-pin",
        token: parent.token,
        bodies: [own, { ...own, device: "Another" }, { ...own, pinId: idOf(second) }],
      },
      ["DeviceBound"],
      onPin(first, parent.id),
    );
  },

  async updateSetting({ admin }) {
    const own = { name: "numberDevices", value: 100 + used++ };
    const elsewhere = { name: "playerUrl", value: "https://videos.test/" };
    return command(
      {
        method: "POST",
        path: "/api/admin/update-setting",
        token: admin,
        bodies: [own, { ...own, value: 99 }, elsewhere],
      },
      ["SettingChanged"],
      (log) =>
        log.append(streams.setting("numberDevices"), "SettingChanged", {
          name: "numberDevices",
          from: 5,
          to: 5,
        }),
    );
  },

  async updateUserEmail(stage) {
    const parent = await newParent(stage.api, stage.url, freshEmail());
    const other = await newParent(stage.api, stage.url, freshEmail());
    const own = { id: parent.id, email: freshEmail() };
    return command(
      {
        method: "PUT",
        path: "/api/admin/update-user-email",
        token: stage.admin,
        bodies: [own, { ...own, email: freshEmail() }, { id: other.id, email: freshEmail() }],
      },
      ["ConsumerEmailChangeStarted", "ConsumerEmailChanged", "EmailClaimed", "EmailReleased"],
      onConsumer(parent.id),
    );
  },

  async importCsv({ admin }) {
    const csv = (n: number) => `pin\r\nCSV${String(n).padStart(4, "0")}\r\n`;
    const files = [`${csv(used++)}${`CSV${String(used++).padStart(4, "0")}`}\nbad\n`, csv(used++)];
    return {
      send: (at, key, other = -1) => at.importPins(admin, files[other + 1] ?? "", "list.csv", key),
      others: 1,
      events: ["PinImportCompleted", "PinImportStarted", "PinImported", "PinImported"],
    };
  },

  async removeDevices(stage) {
    const { parent, codes } = await parentWithPins(stage, 2);
    const [first = "", second = ""] = codes;
    const devices = [await bound(stage, parent, first), await bound(stage, parent, second)];
    const [third, fourth] = [await bound(stage, parent, first), await bound(stage, parent, second)];
    return command(
      {
        method: "PUT",
        path: "/api/user/remove-devices",
        token: parent.token,
        bodies: [{ devices }, { devices: [third] }, { devices: [fourth] }],
      },
      ["DeviceRemoved", "DeviceRemoved"],
      onPin(first, parent.id),
    );
  },

  async deleteAdmin(stage) {
    const id = await newAdmin(stage, freshEmail());
    return command(
      { method: "DELETE", path: `/api/admin/delete/${id}`, token: stage.admin, bodies: [{}] },
      ["$streamDeleted", "AdminAccountDeleted"],
      inDirectory(stage),
    );
  },
};
