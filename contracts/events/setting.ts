import { z } from "zod";
import { settingNames } from "../domain/settings.ts";
import { defineEvent, type EventsOf } from "./definition.ts";

const value = z.union([z.string(), z.number()]);
const titles = { numberDevices: "Device limit changed", playerUrl: "Player link changed" } as const;

/** `setting-{name}`: one setting, its value before (`null` the first time) and after. */
export const settingEvents = {
  SettingChanged: defineEvent(
    "SettingChanged",
    z.strictObject({ name: z.enum(settingNames), from: value.nullable(), to: value }),
    {
      log: {
        action: "Setting changed",
        value: ({ name, from, to }) => `${titles[name]}: ${from === null ? "" : `${from} → `}${to}`,
      },
    },
  ),
};

export type SettingEvent = EventsOf<typeof settingEvents>;
