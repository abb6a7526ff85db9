import { streams } from "@ornament/contracts/events/streams";
import { newParent } from "../people/parents.ts";
import { adminEmail } from "../product/running-product.ts";
import {
  type Command,
  type CommandSetup,
  command,
  conflictOnPin,
  freshEmail,
  freshNumber,
  freshPin,
  pinId,
} from "./command.ts";

/** The commands of an IT Admin, by name. */
export const adminCommands: Record<string, (setup: CommandSetup) => Promise<Command>> = {
  async createAdmin(setup) {
    const own = { email: freshEmail(), password: "Another-2026", firstName: "Ann", role: "MEMBER" };
    const created = command(
      {
        method: "POST",
        path: "/api/admin/registration",
        token: setup.admin,
        bodies: [own, { ...own, firstName: "Bea" }, { ...own, email: freshEmail() }],
      },
      ["AdminAccountCreated", "PersonKeyCreated"],
      conflictInDirectory(setup),
    );
    return {
      ...created,
      // An attempt that loses the race leaves the key of an account that never existed.
      isCounted: ({ stream }, { body }) =>
        !stream.startsWith("personKey-") || stream === `personKey-admin${body.id}`,
    };
  },

  async deleteAdmin(setup) {
    const { body } = await setup.api.call("POST", "/api/admin/registration", {
      token: setup.admin,
      body: { email: freshEmail(), password: "Another-2026", role: "MEMBER" },
    });
    return command(
      { method: "DELETE", path: `/api/admin/delete/${body.id}`, token: setup.admin, bodies: [{}] },
      ["AdminAccountDeleted"],
      conflictInDirectory(setup),
    );
  },

  async updatePinStatus({ admin }) {
    const code = freshPin();
    const own = { id: pinId(code), status: false, comment: "Lost in the post" };
    return command(
      {
        method: "PUT",
        path: "/api/admin/update-pin-status",
        token: admin,
        bodies: [own, { ...own, comment: "Found again" }],
      },
      ["PinDeactivated"],
      conflictOnPin(code, 1),
    );
  },

  async updateSetting({ admin }) {
    const own = { name: "numberDevices", value: 100 + freshNumber() };
    return command(
      {
        method: "POST",
        path: "/api/admin/update-setting",
        token: admin,
        bodies: [own, { ...own, value: 99 }],
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

  async updateUserEmail(setup) {
    const parent = await newParent(setup.api, setup.url, freshEmail());
    const own = { id: parent.id, email: freshEmail() };
    return command(
      {
        method: "PUT",
        path: "/api/admin/update-user-email",
        token: setup.admin,
        bodies: [own, { ...own, email: freshEmail() }],
      },
      ["ConsumerEmailChangeStarted", "ConsumerEmailChanged", "EmailClaimed", "EmailReleased"],
      (log) =>
        log.append(streams.consumer(parent.id), "MarketingPreferenceChanged", {
          consumerId: parent.id,
          marketingEmail: false,
        }),
    );
  },

  async eraseConsumer(setup) {
    const { id, email } = await newParent(setup.api, setup.url, freshEmail());
    const own = { reason: "Requested in writing", confirmation: email };
    return command(
      {
        method: "POST",
        path: `/api/admin/erase-user/${id}`,
        token: setup.admin,
        bodies: [own, { ...own, reason: "Requested by phone" }],
      },
      ["$streamDeleted", "ConsumerAccountDeleted", "EmailReleased"],
      (log) =>
        log.append(streams.consumer(id), "MarketingPreferenceChanged", {
          consumerId: id,
          marketingEmail: false,
        }),
    );
  },

  async importCsv({ admin }) {
    const code = () => `CSV${String(freshNumber()).padStart(4, "0")}`;
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
    };
  },
};

/** Appends an event with the first IT Admin's unchanged email address. */
const conflictInDirectory =
  ({ adminId }: CommandSetup): Command["causeConflict"] =>
  (log) =>
    log.append(streams.adminDirectory, "AdminEmailChanged", { adminId, email: adminEmail });
