// The files of this folder do not import zod, so the web loads the addresses without the schemas.
import type { RouteAddresses } from "./address.ts";
import { anybody, devices } from "./callers.ts";

/** The settings that every visitor may read. */
export const publicSettingAddresses = {
  publicSettings: { method: "GET", path: "/api/settings", callers: anybody },
} as const satisfies RouteAddresses;

/** The public key of the event store's proof, which everybody may keep. */
export const logKeyAddresses = {
  logKey: { method: "GET", path: "/api/log/key", callers: anybody },
} as const satisfies RouteAddresses;

/** The video player's check. */
export const playerAddresses = {
  playerSession: { method: "GET", path: "/api/player/session", callers: devices },
} as const satisfies RouteAddresses;

/** The description of this API as an OpenAPI document. The web has the page for people, `/api/docs`. */
export const documentationAddresses = {
  openApi: { method: "GET", path: "/api/openapi.json", callers: anybody },
} as const satisfies RouteAddresses;
