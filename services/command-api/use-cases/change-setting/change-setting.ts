import type { settingRoutes } from "@ornament/contracts/api/settings";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";

const messages = {
  numberDevices: "The limit of devices was changed.",
  playerUrl: "The video player link was changed.",
} as const;

interface Needs {
  readonly settings: Pick<Aggregates["settings"], "handle">;
  readonly contexts: Pick<RequestContexts, "of">;
}

/** `POST api/admin/update-setting`. */
export const updateSetting =
  ({ settings, contexts }: Needs): Handler<typeof settingRoutes.updateSetting> =>
  async (request) => {
    const { name, value } = request.body;
    await settings.handle(name, { type: "ChangeSetting", name, value }, contexts.of(request));
    return { name, value, message: messages[name] };
  };
