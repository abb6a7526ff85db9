import { z } from "zod";
import { settingPaths } from "../routes/back-office.ts";
import { publicSettingPaths } from "../routes/public.ts";
import { defineRoutes } from "../routes/route.ts";
import { versionRead } from "../tables/table.ts";
import type { Brand } from "../values/brand.ts";
import { deviceLimitSchema, playerUrlSchema } from "../values/inputs.ts";
import { settingNames } from "../values/settings.ts";

const settingValue = z.union([z.string(), z.number()]);

const brandSchema = z.object({
  name: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  supportHours: z.string(),
}) satisfies z.ZodType<Brand>;

const paths = { ...settingPaths, ...publicSettingPaths };

/** Settings. */
export const settingRoutes = defineRoutes(paths, {
  updateSetting: {
    summary: "Changes the device limit (`numberDevices`) or the player link (`playerUrl`).",
    body: z.discriminatedUnion("name", [
      z.strictObject({
        name: z.literal("numberDevices"),
        value: deviceLimitSchema,
        version: versionRead.optional(),
      }),
      z.strictObject({
        name: z.literal("playerUrl"),
        value: playerUrlSchema,
        version: versionRead.optional(),
      }),
    ]),
    response: z.object({ name: z.enum(settingNames), value: settingValue, message: z.string() }),
  },
  listSettings: {
    summary: "The settings by name.",
    response: z.object({
      rows: z.array(z.object({ name: z.enum(settingNames), value: settingValue, version: versionRead })),
    }),
    reads: ["settings"],
  },
  publicSettings: {
    summary:
      "The settings that every visitor may read: the device limit, the brand, and the site key and script of the human check.",
    response: z.object({
      numberDevices: z.number().int(),
      brand: brandSchema,
      humanCheckSiteKey: z.string().nullable(),
      humanCheckScriptUrl: z.string().nullable(),
    }),
    reads: ["settings"],
  },
});
