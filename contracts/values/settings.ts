import { asOneLine } from "./hidden-characters.ts";
import { limits } from "./limits.ts";

/** The names of the settings. */
export const settingNames = ["numberDevices", "playerUrl"] as const;
export type SettingName = (typeof settingNames)[number];
/** The names of the settings in the System action log and in files. */
export const settingTitles = {
  numberDevices: "Device limit",
  playerUrl: "Player link",
} as const satisfies Record<SettingName, string>;
/** The type of each setting's value. */
export const settingTypes = { numberDevices: "number", playerUrl: "string" } as const satisfies Record<
  SettingName,
  string
>;

export const deviceLimitMessage = `Enter a whole number from 1 to ${limits.largestDeviceLimit}`;
export const playerUrlMessage = "Enter a link that begins with https://";
const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Why a player link is refused, or `undefined`. Allowed are https, and http for a loopback host. */
export function playerUrlProblem(text: string): string | undefined {
  if (text.length > limits.url) return "The link is too long";
  const url = parsedUrl(text);
  if (url === undefined) return playerUrlMessage;
  if (asOneLine(text) !== text) return "The link must not contain hidden characters. Please type it again";
  const safe =
    url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.includes(url.hostname));
  if (!safe || !/^https?:\/\//i.test(text)) return playerUrlMessage;
  return url.username || url.password ? "The link must not contain a user name or password" : undefined;
}

// `URL.canParse` is missing in older browsers that the web supports.
function parsedUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The URL of the player for a device. The token is added to the query of the link. */
export function playerLink(playerUrl: string, deviceToken: string): string {
  const url = new URL(playerUrl);
  url.searchParams.set("deviceToken", deviceToken);
  return url.href;
}
