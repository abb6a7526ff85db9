import type { settingRoutes } from "@ornament/contracts/api/settings";
import { streams } from "@ornament/contracts/events/streams";
import { handleCommand } from "@ornament/platform/commands/handle-command";
import type { Handler } from "@ornament/platform/http/route-request";
import { settingDecider } from "../../aggregates/setting/decider.ts";
import type { Dependencies } from "../../dependencies.ts";
import { commandContext } from "../../http/request-context.ts";

const messages = {
  numberDevices: "The limit of devices was changed.",
  playerUrl: "The video player link was changed.",
} as const;

/** `POST api/admin/update-setting` (spec §2 Settings). */
export const settingHandlers = (
  dependencies: Dependencies,
): { updateSetting: Handler<typeof settingRoutes.updateSetting> } => ({
  async updateSetting(request) {
    const { name, value } = request.body;
    await handleCommand({
      store: dependencies.store,
      decider: settingDecider,
      stream: streams.setting(name),
      command: { type: "ChangeSetting", name, value },
      context: commandContext(dependencies, request),
    });
    return { name, value, message: messages[name] };
  },
});
