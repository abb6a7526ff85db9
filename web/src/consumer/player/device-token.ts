import { playerLink, playerUrlProblem } from "@ornament/contracts/domain/settings";
import type { KeyValueStore } from "../../app/safe-storage.ts";

const key = "deviceToken";

/** The token that names this device (spec §3); it outlives sign-out. */
export const storedDeviceToken = (local: KeyValueStore): string | undefined => local.get(key) || undefined;
export const storeDeviceToken = (local: KeyValueStore, token: string) => local.set(key, token);

/** Where the browser goes to watch; undefined for an address it must not follow, or without a token. */
export const watchLink = (playerUrl: string, token: string | undefined): string | undefined =>
  token && playerUrlProblem(playerUrl) === undefined ? playerLink(playerUrl, token) : undefined;
