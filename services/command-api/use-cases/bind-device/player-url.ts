import { playerUrlProblem } from "@ornament/contracts/domain/settings";
import type { CurrentSettings } from "../../aggregates/setting/current-settings.ts";

/**
 * The URL of the player, checked again before a browser is sent there; `undefined` if there is no safe one.
 */
export async function safePlayerUrl(
  settings: Pick<CurrentSettings, "playerUrl">,
): Promise<string | undefined> {
  const url = await settings.playerUrl();
  return url !== undefined && playerUrlProblem(url) === undefined ? url : undefined;
}
