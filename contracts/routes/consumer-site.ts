// The files of this folder do not import zod, so the web loads the paths without the schemas.

import { anybody, consumers } from "./callers.ts";
import type { RoutePaths } from "./path.ts";

export const consumerSessionPaths = {
  consumerLogin: { method: "POST", path: "/api/user/login", callers: anybody },
  consumerLogout: { method: "POST", path: "/api/user/logout", callers: anybody },
  consumerRefresh: { method: "GET", path: "/api/user/refresh", callers: anybody },
} as const satisfies RoutePaths;

export const ornamentPaths = {
  selectPin: { method: "PUT", path: "/api/user/select-pin", callers: consumers },
  renameOwnPin: { method: "PUT", path: "/api/user/update-pin-name", callers: consumers },
} as const satisfies RoutePaths;

export const registrationPaths = {
  registerConsumer: { method: "POST", path: "/api/user/registration", callers: anybody },
  activateConsumer: { method: "POST", path: "/api/user/activate", callers: anybody },
  registrationStatus: { method: "POST", path: "/api/user/registration-status", callers: anybody },
  resendOwnActivationLink: { method: "POST", path: "/api/user/resend-activate-link", callers: anybody },
} as const satisfies RoutePaths;

export const passwordPaths = {
  consumerForgotPassword: { method: "POST", path: "/api/user/reset-password", callers: anybody },
  verifyResetCode: { method: "POST", path: "/api/user/verify-code", callers: anybody },
  resetConsumerPassword: { method: "POST", path: "/api/user/reset-password/:id", callers: anybody },
} as const satisfies RoutePaths;

export const accountPaths = {
  ownAccount: { method: "GET", path: "/api/user/account", callers: consumers },
  updateOwnMarketing: { method: "PUT", path: "/api/user/update-marketing-email", callers: consumers },
  deleteConsumer: { method: "DELETE", path: "/api/user/delete/:id", callers: consumers },
} as const satisfies RoutePaths;

export const pinEntryPaths = {
  activatePins: { method: "PUT", path: "/api/user/activate-pin", callers: consumers },
} as const satisfies RoutePaths;

export const devicePaths = {
  bindDevice: { method: "POST", path: "/api/user/device-pin", callers: consumers },
  removeOwnDevices: { method: "PUT", path: "/api/user/remove-devices", callers: consumers },
} as const satisfies RoutePaths;
