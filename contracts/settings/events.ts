import { z } from "zod";
import { defineEvents, type EventsOf, event } from "../events/definition.ts";
import { limits } from "../values/limits.ts";
import { settingNames, settingTitles, settingTypes } from "../values/settings.ts";

const value = z.union([z.string(), z.number()]);
const setting = z.strictObject({
  name: z.enum(settingNames).describe("The setting."),
  from: value.nullable().describe("The value before; null the first time."),
  to: value.describe("The new value."),
});
const typeOfValue = { path: ["to"], error: "is not of the setting's type" };

/** `setting-{name}`: one setting, its value before (`null` the first time) and after. */
export const settingEvents = defineEvents({
  /**
   * An IT Admin changed a setting.
   * @by ChangeSetting
   */
  SettingChanged: event({
    fields: setting.refine(({ name, to }) => typeof to === settingTypes[name], typeOfValue),
    log: {
      action: "Setting changed",
      value: ({ name, from, to }) =>
        `${settingTitles[name]} changed: ${from === null ? "" : `${from} → `}${to}`,
      changes: ({ name, to }) => [
        {
          thing: `setting-${name}/value`,
          what: settingTitles[name],
          to: String(to),
          ...(name === "numberDevices" && { first: String(limits.defaultDeviceLimit) }),
        },
      ],
    },
  }),
});

export type SettingEvent = EventsOf<typeof settingEvents>;
