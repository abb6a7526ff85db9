import { playerLink, playerUrlProblem } from "@ornament/contracts/domain/settings";
import type { KeyValueStore } from "../../app/safe-storage.ts";

const key = "deviceToken";

/** The token that identifies this device to the video player. It is kept after sign-out. */
export const storedDeviceToken = (local: KeyValueStore): string | undefined => local.get(key) || undefined;
export const storeDeviceToken = (local: KeyValueStore, token: string) => local.set(key, token);

/** The address of the player with the device token; undefined without a token, or if the player's address isn't allowed. */
export const watchLink = (playerUrl: string, token: string | undefined): string | undefined =>
  token && playerUrlProblem(playerUrl) === undefined ? playerLink(playerUrl, token) : undefined;
