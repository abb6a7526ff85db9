// Free of zod, like every file of this folder: the web loads the addresses without the schemas.
import type { RouteAddresses } from "./address.ts";

/** The consumer's own account: registration, sign-in, password, deletion. */
export const consumerSessionAddresses = {
  registerConsumer: { method: "POST", path: "/api/user/registration" },
  activateConsumer: { method: "POST", path: "/api/user/activate" },
  registrationStatus: { method: "POST", path: "/api/user/registration-status" },
  resendOwnActivationLink: { method: "POST", path: "/api/user/resend-activate-link" },
  consumerLogin: { method: "POST", path: "/api/user/login" },
  consumerLogout: { method: "POST", path: "/api/user/logout" },
  consumerRefresh: { method: "GET", path: "/api/user/refresh" },
  consumerForgotPassword: { method: "POST", path: "/api/user/reset-password" },
  verifyResetCode: { method: "POST", path: "/api/user/verify-code" },
  resetConsumerPassword: { method: "POST", path: "/api/user/reset-password/:id" },
  updateOwnMarketing: { method: "PUT", path: "/api/user/update-marketing-email" },
  deleteConsumer: { method: "DELETE", path: "/api/user/delete/:id" },
} as const satisfies RouteAddresses;

/** The consumer's own ornaments and devices. */
export const ornamentAddresses = {
  activatePins: { method: "PUT", path: "/api/user/activate-pin" },
  selectPin: { method: "PUT", path: "/api/user/select-pin" },
  renameOwnPin: { method: "PUT", path: "/api/user/update-pin-name" },
  bindDevice: { method: "POST", path: "/api/user/device-pin" },
  removeOwnDevices: { method: "PUT", path: "/api/user/remove-devices" },
} as const satisfies RouteAddresses;
