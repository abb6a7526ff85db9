import { requiredMessage } from "@ornament/contracts/domain/email";
import { deviceLimitMessage, playerUrlProblem } from "@ornament/contracts/domain/settings";

/**
 * The message for a device limit; `undefined` for a whole number from 1. The server checks the largest one.
 */
export function deviceLimitProblem(text: string): string | undefined {
  if (text === "") return requiredMessage;
  return /^\d+$/.test(text) && Number(text) >= 1 ? undefined : deviceLimitMessage;
}

export const playerLinkProblem = (text: string): string | undefined =>
  text === "" ? requiredMessage : playerUrlProblem(text);
