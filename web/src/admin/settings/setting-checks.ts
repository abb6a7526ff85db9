import { requiredMessage } from "@ornament/contracts/domain/email";
import { deviceLimitMessage, playerUrlProblem } from "@ornament/contracts/domain/settings";

/** The device limit is a whole number from 1. */
export function deviceLimitProblem(text: string): string | undefined {
  if (text === "") return requiredMessage;
  return /^\d+$/.test(text) && Number(text) >= 1 ? undefined : deviceLimitMessage;
}

export const playerLinkProblem = (text: string): string | undefined =>
  text === "" ? requiredMessage : playerUrlProblem(text);

const notCsvMessage = "Please choose a CSV file (.csv)";
const noFileMessage = "Please choose a CSV file.";

/** The picker's filter can be switched off, so the name is looked at again. */
export function csvFileProblem(file: { name: string } | undefined): string | undefined {
  if (!file) return noFileMessage;
  return /\.csv$/i.test(file.name) ? undefined : notCsvMessage;
}
