import type { settingRoutes } from "@ornament/contracts/settings/api";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Parts } from "../compose-parts.ts";
import { explained, refuseIfChanged } from "../http/changed-meanwhile.ts";

const messages = {
  numberDevices: "The limit of devices was changed.",
  playerUrl: "The video player link was changed.",
} as const;

/** `POST api/admin/update-setting`. Throws `changed_meanwhile`. */
export const updateSetting =
  (parts: Parts): Handler<typeof settingRoutes.updateSetting> =>
  async (request) => {
    const { name, value, version } = request.body;
    const context = parts.contexts.of(request);
    await explained(parts, request.caller, () =>
      parts.settings.handle(
        name,
        (_state, events) => {
          const changes = changesSince(events, version, context.commandId);
          refuseIfChanged(
            changes.map(({ data, metadata: { actor } }) => ({ path: "value", now: String(data.to), actor })),
          );
          return { type: "ChangeSetting", name, value };
        },
        context,
      ),
    );
    return { name, value, message: messages[name] };
  };
