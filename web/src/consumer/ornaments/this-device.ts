import { playerLink, playerUrlProblem } from "@ornament/contracts/values/settings";
import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";

const key = "deviceToken";
const keyOf = (accountId: number) => `${key}.${accountId}`;

/**
 * The token that identifies this device to the video player. It belongs to the account that watched last and
 * is kept after sign-out.
 */
export const storedDeviceToken = (local: KeyValueStore): string | undefined => local.get(key) || undefined;

/**
 * The account's own token in this browser, or else the token that was stored last: tokens were once not kept
 * for each account. The server ignores the token of another account.
 */
export const deviceTokenOf = (local: KeyValueStore, accountId: number): string | undefined =>
  local.get(keyOf(accountId)) || storedDeviceToken(local);

export function storeDeviceToken(local: KeyValueStore, accountId: number, token: string): void {
  local.set(keyOf(accountId), token);
  local.set(key, token);
}

/**
 * The URL of the player with the device token; undefined without a token, or if the player's URL isn't
 * allowed.
 */
export const watchLink = (playerUrl: string, token: string | undefined): string | undefined =>
  token && playerUrlProblem(playerUrl) === undefined ? playerLink(playerUrl, token) : undefined;

type Browser = Pick<Navigator, "userAgent" | "maxTouchPoints">;

/**
 * The user agent of this browser. Safari on an iPad names a Mac, which has no touch screen: it is named as an
 * iPad, so that a parent knows it again in the list of devices.
 */
export function ownUserAgent({ userAgent, maxTouchPoints }: Browser = navigator): string {
  return maxTouchPoints > 1
    ? userAgent.replace(/\(Macintosh;[^)]*\)/, "(iPad; CPU OS like Mac OS X)")
    : userAgent;
}
