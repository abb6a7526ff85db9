import type { settingRoutes } from "@ornament/contracts/api/settings";
import { changesSince } from "@ornament/platform/commands/changes-since";
import type { Handler } from "@ornament/platform/http/route-request";
import type { Aggregates } from "../../aggregates/aggregates.ts";
import { callingAdmin } from "../../http/caller.ts";
import type { RequestContexts } from "../../http/request-contexts.ts";
import { type Explained, refuseIfChanged } from "../stale-edits/changed-meanwhile.ts";

const messages = {
  numberDevices: "The limit of devices was changed.",
  playerUrl: "The video player link was changed.",
} as const;

interface Needs {
  readonly settings: Pick<Aggregates["settings"], "handle">;
  readonly explained: Explained;
  readonly contexts: Pick<RequestContexts, "of">;
}

/** `POST api/admin/update-setting`. Throws `changed_meanwhile`. */
export const updateSetting =
  ({ settings, explained, contexts }: Needs): Handler<typeof settingRoutes.updateSetting> =>
  async (request) => {
    const { name, value, version } = request.body;
    const context = contexts.of(request);
    await explained(callingAdmin(request.caller).id, () =>
      settings.handle(
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
