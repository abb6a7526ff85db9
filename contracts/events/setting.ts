import { z } from "zod";
import { settingNames, settingTypes } from "../domain/settings.ts";
import { defineEvent, type EventsOf } from "./definition.ts";

const value = z.union([z.string(), z.number()]);
const setting = z.strictObject({ name: z.enum(settingNames), from: value.nullable(), to: value });
const typeOfValue = { path: ["to"], error: "is not of the setting's type" };
const titles = { numberDevices: "Device limit changed", playerUrl: "Player link changed" } as const;

/** `setting-{name}`: one setting, its value before (`null` the first time) and after. */
export const settingEvents = {
  SettingChanged: defineEvent(
    "SettingChanged",
    setting.refine(({ name, to }) => typeof to === settingTypes[name], typeOfValue),
    {
      log: {
        action: "Setting changed",
        value: ({ name, from, to }) => `${titles[name]}: ${from === null ? "" : `${from} → `}${to}`,
      },
    },
  ),
};

export type SettingEvent = EventsOf<typeof settingEvents>;
