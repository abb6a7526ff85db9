import { requiredMessage } from "@ornament/contracts/domain/email";
import { limits } from "@ornament/contracts/domain/limits";
import { deviceLimitMessage, playerUrlProblem } from "@ornament/contracts/domain/settings";

/** The message for a device limit; `undefined` for a whole number within its bounds. */
export function deviceLimitProblem(text: string): string | undefined {
  if (text === "") return requiredMessage;
  const limit = /^\d+$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= limits.largestDeviceLimit ? undefined : deviceLimitMessage;
}

export const playerLinkProblem = (text: string): string | undefined =>
  text === "" ? requiredMessage : playerUrlProblem(text);
