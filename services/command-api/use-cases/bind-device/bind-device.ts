import type { boundDevice } from "@ornament/contracts/api/ornaments";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { Refusal } from "@ornament/contracts/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { z } from "zod";
import type { Aggregates, LoadedPin } from "../../aggregates/aggregates.ts";
import { bindingRefusal } from "../../aggregates/pin/decide-devices.ts";
import type { PinState } from "../../aggregates/pin/state.ts";
import type { DeviceTokens } from "../../sessions/device-tokens.ts";
import type { Browser } from "../../sessions/known-browsers.ts";

export type BoundDevice = z.output<typeof boundDevice>;

export interface Binding {
  readonly code: string;
  readonly consumerId: number;
  readonly userAgent: string;
  readonly browser: Browser;
  readonly deviceToken: string | undefined;
  /** The number of devices that may be bound to the PIN now. */
  readonly limit: number;
  readonly context: CommandContext;
  /** The PIN's stream as the request has read it. */
  readonly pin: LoadedPin | undefined;
}

/**
 * Binds this browser to the PIN. A browser that is a bound device, by its cookie or by its device token, is
 * signed in again. Throws `device_limit_reached` or `lockedpin`; these refusals are also recorded in the
 * PIN's stream.
 */
export type BindDevice = (binding: Binding) => Promise<BoundDevice>;

interface Needs {
  readonly pins: Pick<Aggregates["pins"], "handle">;
  readonly deviceTokens: Pick<DeviceTokens, "heldDevices" | "issue">;
}

export const bindDevice =
  ({ pins, deviceTokens }: Needs): BindDevice =>
  async ({ code, consumerId, userAgent, browser, deviceToken, limit, context, pin }) => {
    const held = deviceTokens.heldDevices(consumerId, deviceToken);
    const command = {
      type: "BindDevice",
      consumerId,
      userAgent,
      limit,
      browser: browser.nameAt({ code, consumerId }),
      knownDeviceIds: held,
      now: context.now.getTime(),
    } as const;
    const { events, state } = await pins.handle(code, command, context, pin);
    for (const event of events) {
      if (event.type === "DeviceBindingRefused") throw bindingRefusal(event.data.reason);
      if (event.type !== "DeviceBound" && event.type !== "DeviceSignedIn") continue;
      const { deviceId } = event.data;
      return {
        id: deviceId,
        deviceToken: deviceTokens.issue({ deviceId, consumerId, held }),
        pinCodeId: pinIdOf(code),
        title: titleOf(state, deviceId),
      };
    }
    throw new Refusal("conflict");
  };

const titleOf = (state: PinState, deviceId: number) =>
  (state.devices.get(deviceId) ?? state.formerDevices.get(deviceId))?.userAgent ?? "";
