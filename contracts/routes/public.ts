// The files of this folder do not import zod, so the web loads the paths without the schemas.

import { anybody, devices } from "./callers.ts";
import type { RoutePaths } from "./path.ts";

/** The settings that every visitor may read. */
export const publicSettingPaths = {
  publicSettings: { method: "GET", path: "/api/settings", callers: anybody },
} as const satisfies RoutePaths;

/** The public key of the event store's proof, which everybody may keep. */
export const logKeyPaths = {
  logKey: { method: "GET", path: "/api/log/key", callers: anybody },
} as const satisfies RoutePaths;

/** The video player's check. */
export const playerPaths = {
  playerSession: { method: "GET", path: "/api/player/session", callers: devices },
} as const satisfies RoutePaths;

/** The description of this API as an OpenAPI document. The web has the page for people, `/api/docs`. */
export const documentationPaths = {
  openApi: { method: "GET", path: "/api/openapi.json", callers: anybody },
} as const satisfies RoutePaths;
