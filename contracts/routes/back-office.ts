// The files of this folder do not import zod, so the web loads the addresses without the schemas. The
// consumer site never loads this file.
import type { RouteAddresses } from "./address.ts";
import { anybody, changers, everyAdmin, itAdmins, overseers, readers } from "./callers.ts";

/** An admin's sign-in, its refresh and end, the forgotten password and the admin's own profile. */
export const adminSessionAddresses = {
  adminLogin: { method: "POST", path: "/api/admin/login", callers: anybody },
  adminLogout: { method: "POST", path: "/api/admin/logout", callers: anybody },
  adminRefresh: { method: "GET", path: "/api/admin/refresh", callers: anybody },
  adminForgotPassword: { method: "POST", path: "/api/admin/password-reset", callers: anybody },
  adminResetPassword: { method: "POST", path: "/api/admin/password-reset/:id/:token", callers: anybody },
  adminUpdateSelf: { method: "PUT", path: "/api/admin/update", callers: everyAdmin },
} as const satisfies RouteAddresses;

/** Admin accounts. */
export const adminAccountAddresses = {
  createAdmin: { method: "POST", path: "/api/admin/registration", callers: itAdmins },
  updateAdmin: { method: "PUT", path: "/api/admin/update-profile", callers: itAdmins },
  updateAdminStatus: { method: "PUT", path: "/api/admin/update-admin-status", callers: itAdmins },
  signOutAdmin: { method: "POST", path: "/api/admin/sign-out-everywhere", callers: itAdmins },
  deleteAdmin: { method: "DELETE", path: "/api/admin/delete/:id", callers: itAdmins },
  listAdmins: { method: "GET", path: "/api/admin/admins", callers: overseers },
  adminProfile: { method: "GET", path: "/api/admin/profile/:id", callers: everyAdmin },
} as const satisfies RouteAddresses;

/** PINs. */
export const pinAddresses = {
  listPins: { method: "GET", path: "/api/admin/table/pins", callers: readers },
  listBatches: { method: "GET", path: "/api/admin/pin-batches", callers: readers },
  countPins: { method: "GET", path: "/api/admin/pin-counts", callers: readers },
  pinProfile: { method: "GET", path: "/api/admin/pin-profile/:id", callers: readers },
  updatePinStatus: { method: "PUT", path: "/api/admin/update-pin-status", callers: changers },
  updatePinName: { method: "PUT", path: "/api/admin/update-pin-name", callers: changers },
  releasePin: { method: "POST", path: "/api/admin/release-pin", callers: itAdmins },
} as const satisfies RouteAddresses;

/** Deactivation and activation of many PINs. */
export const bulkChangeAddresses = {
  listPinsToChange: { method: "GET", path: "/api/admin/pins-to-change", callers: readers },
  startBulkChange: { method: "POST", path: "/api/admin/bulk-changes", callers: changers },
  stopBulkChange: { method: "POST", path: "/api/admin/bulk-changes/:id/stop", callers: changers },
  undoBulkChange: { method: "POST", path: "/api/admin/bulk-changes/:id/undo", callers: changers },
  listBulkChanges: { method: "GET", path: "/api/admin/bulk-changes", callers: readers },
  bulkChangeProfile: { method: "GET", path: "/api/admin/bulk-changes/:id", callers: readers },
} as const satisfies RouteAddresses;

/** CSV import of PINs. */
export const pinImportAddresses = {
  importPins: { method: "POST", path: "/api/admin/import/csv", callers: itAdmins },
  previewPinImport: { method: "POST", path: "/api/admin/import/csv/preview", callers: itAdmins },
  pinImportProgress: { method: "GET", path: "/api/admin/import/latest", callers: overseers },
  listPinImports: { method: "GET", path: "/api/admin/imports", callers: overseers },
  exportRefusedRows: { method: "GET", path: "/api/admin/imports/:id/refused-rows", callers: overseers },
} as const satisfies RouteAddresses;

/** Settings of the product. */
export const settingAddresses = {
  updateSetting: { method: "POST", path: "/api/admin/update-setting", callers: itAdmins },
  listSettings: { method: "GET", path: "/api/admin/controls", callers: readers },
} as const satisfies RouteAddresses;

/** Consumers with their PINs and devices. */
export const consumerAddresses = {
  listConsumers: { method: "GET", path: "/api/admin/table/users", callers: readers },
  exportConsumers: { method: "GET", path: "/api/admin/export/users", callers: readers },
  consumerProfile: { method: "GET", path: "/api/admin/user-profile/:id", callers: readers },
  resendActivationLink: { method: "POST", path: "/api/admin/resend-activate-link", callers: changers },
  updateConsumerEmail: { method: "PUT", path: "/api/admin/update-user-email", callers: itAdmins },
  updateConsumerMarketing: {
    method: "PUT",
    path: "/api/admin/update-user-marketing-email",
    callers: changers,
  },
  eraseConsumer: { method: "POST", path: "/api/admin/erase-user/:id", callers: itAdmins },
  endSignInPause: { method: "POST", path: "/api/admin/end-sign-in-pause", callers: changers },
  sendResetCode: { method: "POST", path: "/api/admin/send-reset-code", callers: changers },
  askItAdmin: { method: "POST", path: "/api/admin/ask-it-admin", callers: changers },
  updateDeviceName: { method: "PUT", path: "/api/admin/update-device-name", callers: changers },
  removeDevice: { method: "DELETE", path: "/api/admin/remove-device/:id", callers: changers },
} as const satisfies RouteAddresses;

/** The help for support when a person can't sign in. */
export const signInHelpAddresses = {
  consumerSignInHelp: { method: "GET", path: "/api/admin/user-profile/:id/sign-in", callers: readers },
  adminSignInHelp: { method: "GET", path: "/api/admin/profile/:id/sign-in", callers: itAdmins },
} as const satisfies RouteAddresses;

/** The copy of a consumer's data. query-api answers it, although it is a POST. */
export const dataCopyAddresses = {
  consumerDataCopy: { method: "POST", path: "/api/admin/user-profile/:id/data-copy", callers: itAdmins },
} as const satisfies RouteAddresses;

/** The state of the read models. */
export const readModelAddresses = {
  readModelStates: { method: "GET", path: "/api/admin/read-models", callers: overseers },
} as const satisfies RouteAddresses;

/** The evidence file of a case. */
export const evidenceAddresses = {
  logEvidence: { method: "GET", path: "/api/admin/log/evidence", callers: overseers },
} as const satisfies RouteAddresses;

/** The newest signed checkpoint of the event store. */
export const logProofAddresses = {
  logCheckpoint: { method: "GET", path: "/api/admin/log/checkpoint", callers: overseers },
} as const satisfies RouteAddresses;

/** The changes of a table between two instants. */
export const changesAddresses = {
  listChanges: { method: "GET", path: "/api/admin/changes/:table", callers: overseers },
  exportChanges: { method: "GET", path: "/api/admin/export/changes/:table", callers: overseers },
} as const satisfies RouteAddresses;

/** The search box of every page. */
export const findAddresses = {
  find: { method: "GET", path: "/api/admin/find", callers: readers },
} as const satisfies RouteAddresses;

/** The record of an admin's looks at data. */
export const lookAddresses = {
  recordLook: { method: "POST", path: "/api/admin/looks", callers: everyAdmin },
} as const satisfies RouteAddresses;

/** The System action log. */
export const actionLogAddresses = {
  listActionLog: { method: "GET", path: "/api/admin/action-logs", callers: readers },
  consumerActionLog: { method: "GET", path: "/api/admin/action-logs/:id", callers: readers },
  exportActionLog: { method: "GET", path: "/api/admin/export/action-logs", callers: readers },
  listLogEvents: { method: "GET", path: "/api/admin/log/events", callers: overseers },
} as const satisfies RouteAddresses;
