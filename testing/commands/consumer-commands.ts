import { randomUUID } from "node:crypto";
import { streams } from "@ornament/contracts/events/streams";
import { newParent, type Parent } from "../people/parents.ts";
import {
  type Command,
  type CommandSetup,
  command,
  conflictOnPin,
  freshEmail,
  freshPin,
  pinId,
} from "./command.ts";

/** The commands of parents, by name. */
export const consumerCommands: Record<string, (setup: CommandSetup) => Promise<Command>> = {
  async registration() {
    const own = { email: freshEmail(), password: "Parent-2026" };
    return command(
      {
        method: "POST",
        path: "/api/user/registration",
        bodies: [own, { ...own, password: "Parent-2027" }],
      },
      ["ConsumerRegistered", "EmailClaimed", "PersonKeyCreated"],
    );
  },

  async activatePin(setup) {
    const { parent } = await parentWithPins(setup, 1);
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
        "OrnamentSelected",
        "PinRegistered",
        "PinRegistered",
      ],
      (log) =>
        log.append(streams.consumer(parent.id), "PasswordResetCodeRefused", {
          consumerId: parent.id,
          nonce: randomUUID(),
        }),
    );
  },

  async devicePin(setup) {
    const { parent, codes } = await parentWithPins(setup, 1);
    const [first = ""] = codes;
    const own = { pinId: pinId(first), device: "Browser" };
    return command(
      {
        method: "POST",
        path: "/api/user/device-pin",
        token: parent.token,
        bodies: [own, { ...own, device: "Another" }],
      },
      ["DeviceBound"],
      conflictOnPin(first, parent.id),
    );
  },

  async removeDevices(setup) {
    const { parent, codes } = await parentWithPins(setup, 2);
    const [first = "", second = ""] = codes;
    const devices = [await boundDevice(setup, parent, first), await boundDevice(setup, parent, second)];
    const third = await boundDevice(setup, parent, first);
    const fourth = await boundDevice(setup, parent, second);
    return command(
      {
        method: "PUT",
        path: "/api/user/remove-devices",
        token: parent.token,
        bodies: [{ devices }, { devices: [third] }, { devices: [fourth] }],
      },
      ["DeviceRemoved", "DeviceRemoved"],
      conflictOnPin(first, parent.id),
    );
  },
};

async function parentWithPins(
  setup: CommandSetup,
  count: number,
): Promise<{ parent: Parent; codes: string[] }> {
  const parent = await newParent(setup.api, setup.url, freshEmail());
  const codes = Array.from({ length: count }, freshPin);
  const { status } = await setup.api.call("PUT", "/api/user/activate-pin", {
    token: parent.token,
    body: { userId: parent.id, email: parent.email, pin: codes.map((pin) => ({ pin })) },
  });
  if (status !== 200) throw new Error(`The PINs were refused with ${status}`);
  return { parent, codes };
}

/** Binds a new device to a PIN. Returns the device's id. */
async function boundDevice(setup: CommandSetup, parent: Parent, code: string): Promise<number> {
  const { body } = await setup.api.call("POST", "/api/user/device-pin", {
    token: parent.token,
    body: { pinId: pinId(code), device: "Browser" },
  });
  return body.device.id;
}
