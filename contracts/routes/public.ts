// The files of this folder do not import zod, so the web loads the paths without the schemas.

import { anybody, devices } from "./callers.ts";
import type { RoutePaths } from "./path.ts";

export const publicSettingPaths = {
  publicSettings: { method: "GET", path: "/api/settings", callers: anybody },
} as const satisfies RoutePaths;

export const logKeyPaths = {
  logKey: { method: "GET", path: "/api/log/key", callers: anybody },
} as const satisfies RoutePaths;

export const playerPaths = {
  playerSession: { method: "GET", path: "/api/player/session", callers: devices },
} as const satisfies RoutePaths;

export const documentationPaths = {
  openApi: { method: "GET", path: "/api/openapi.json", callers: anybody },
} as const satisfies RoutePaths;
