// Free of zod, like every file of this folder: the web loads the addresses without the schemas.
// The consumer site never loads this file.
import type { RouteAddresses } from "./address.ts";

/** An admin's sign-in, its refresh and end, the forgotten password and the own profile. */
export const adminSessionAddresses = {
  adminLogin: { method: "POST", path: "/api/admin/login" },
  adminLogout: { method: "POST", path: "/api/admin/logout" },
  adminRefresh: { method: "GET", path: "/api/admin/refresh" },
  adminForgotPassword: { method: "POST", path: "/api/admin/password-reset" },
  adminResetPassword: { method: "POST", path: "/api/admin/password-reset/:id/:token" },
  adminUpdateSelf: { method: "PUT", path: "/api/admin/update" },
} as const satisfies RouteAddresses;

/** Admin accounts. */
export const adminAccountAddresses = {
  createAdmin: { method: "POST", path: "/api/admin/registration" },
  updateAdmin: { method: "PUT", path: "/api/admin/update-profile" },
  deleteAdmin: { method: "DELETE", path: "/api/admin/delete/:id" },
  listAdmins: { method: "GET", path: "/api/admin/admins" },
  adminProfile: { method: "GET", path: "/api/admin/profile/:id" },
} as const satisfies RouteAddresses;

/** PINs. */
export const pinAddresses = {
  listPins: { method: "GET", path: "/api/admin/table/pins" },
  listBatches: { method: "GET", path: "/api/admin/pin-batches" },
  updatePinStatus: { method: "PUT", path: "/api/admin/update-pin-status" },
  updatePinName: { method: "PUT", path: "/api/admin/update-pin-name" },
} as const satisfies RouteAddresses;

/** CSV import of PINs. */
export const pinImportAddresses = {
  importPins: { method: "POST", path: "/api/admin/import/csv" },
  pinImportProgress: { method: "GET", path: "/api/admin/import/latest" },
} as const satisfies RouteAddresses;

/** Settings of the product. */
export const settingAddresses = {
  updateSetting: { method: "POST", path: "/api/admin/update-setting" },
  listSettings: { method: "GET", path: "/api/admin/controls" },
} as const satisfies RouteAddresses;

/** Consumers with their PINs and devices. */
export const consumerAddresses = {
  listConsumers: { method: "GET", path: "/api/admin/table/users" },
  exportConsumers: { method: "GET", path: "/api/admin/export/users" },
  consumerProfile: { method: "GET", path: "/api/admin/user-profile/:id" },
  resendActivationLink: { method: "POST", path: "/api/admin/resend-activate-link" },
  updateConsumerEmail: { method: "PUT", path: "/api/admin/update-user-email" },
  updateConsumerMarketing: { method: "PUT", path: "/api/admin/update-user-marketing-email" },
  updateDeviceName: { method: "PUT", path: "/api/admin/update-device-name" },
  removeDevice: { method: "DELETE", path: "/api/admin/remove-device/:id" },
} as const satisfies RouteAddresses;

/** What support needs when somebody can't sign in. */
export const signInHelpAddresses = {
  consumerSignInHelp: { method: "GET", path: "/api/admin/user-profile/:id/sign-in" },
  adminSignInHelp: { method: "GET", path: "/api/admin/profile/:id/sign-in" },
} as const satisfies RouteAddresses;

/** The search box that every page has. */
export const findAddresses = {
  find: { method: "GET", path: "/api/admin/find" },
} as const satisfies RouteAddresses;

/** The action log. */
export const actionLogAddresses = {
  listActionLog: { method: "GET", path: "/api/admin/action-logs" },
  consumerActionLog: { method: "GET", path: "/api/admin/action-logs/:id" },
  exportActionLog: { method: "GET", path: "/api/admin/export/action-logs" },
} as const satisfies RouteAddresses;
