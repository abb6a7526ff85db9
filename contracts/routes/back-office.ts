// The files of this folder do not import zod, so the web loads the paths without the schemas. The
// consumer site never loads this file.

import { anybody, changers, everyAdmin, itAdmins, overseers, readers } from "./callers.ts";
import type { RoutePaths } from "./path.ts";

export const adminSessionPaths = {
  adminLogin: { method: "POST", path: "/api/admin/login", callers: anybody },
  adminLogout: { method: "POST", path: "/api/admin/logout", callers: anybody },
  adminRefresh: { method: "GET", path: "/api/admin/refresh", callers: anybody },
} as const satisfies RoutePaths;

export const adminAccountPaths = {
  createAdmin: { method: "POST", path: "/api/admin/registration", callers: itAdmins },
  updateAdmin: { method: "PUT", path: "/api/admin/update-profile", callers: itAdmins },
  updateAdminStatus: { method: "PUT", path: "/api/admin/update-admin-status", callers: itAdmins },
  signOutAdmin: { method: "POST", path: "/api/admin/sign-out-everywhere", callers: itAdmins },
  deleteAdmin: { method: "DELETE", path: "/api/admin/delete/:id", callers: itAdmins },
  listAdmins: { method: "GET", path: "/api/admin/admins", callers: overseers },
  adminForgotPassword: { method: "POST", path: "/api/admin/password-reset", callers: anybody },
  adminResetPassword: { method: "POST", path: "/api/admin/password-reset/:id/:token", callers: anybody },
  adminUpdateSelf: { method: "PUT", path: "/api/admin/update", callers: everyAdmin },
  adminProfile: { method: "GET", path: "/api/admin/profile/:id", callers: everyAdmin },
} as const satisfies RoutePaths;

export const pinPaths = {
  listPins: { method: "GET", path: "/api/admin/table/pins", callers: readers },
  listBatches: { method: "GET", path: "/api/admin/pin-batches", callers: readers },
  countPins: { method: "GET", path: "/api/admin/pin-counts", callers: readers },
  pinProfile: { method: "GET", path: "/api/admin/pin-profile/:id", callers: readers },
  updatePinStatus: { method: "PUT", path: "/api/admin/update-pin-status", callers: changers },
} as const satisfies RoutePaths;

export const managedOrnamentPaths = {
  updatePinName: { method: "PUT", path: "/api/admin/update-pin-name", callers: changers },
  releasePin: { method: "POST", path: "/api/admin/release-pin", callers: itAdmins },
} as const satisfies RoutePaths;

export const managedDevicePaths = {
  updateDeviceName: { method: "PUT", path: "/api/admin/update-device-name", callers: changers },
  removeDevice: { method: "DELETE", path: "/api/admin/remove-device/:id", callers: changers },
} as const satisfies RoutePaths;

export const bulkChangePaths = {
  listPinsToChange: { method: "GET", path: "/api/admin/pins-to-change", callers: readers },
  startBulkChange: { method: "POST", path: "/api/admin/bulk-changes", callers: changers },
  stopBulkChange: { method: "POST", path: "/api/admin/bulk-changes/:id/stop", callers: changers },
  undoBulkChange: { method: "POST", path: "/api/admin/bulk-changes/:id/undo", callers: changers },
  listBulkChanges: { method: "GET", path: "/api/admin/bulk-changes", callers: readers },
  bulkChangeProfile: { method: "GET", path: "/api/admin/bulk-changes/:id", callers: readers },
} as const satisfies RoutePaths;

export const pinImportPaths = {
  importPins: { method: "POST", path: "/api/admin/import/csv", callers: itAdmins },
  previewPinImport: { method: "POST", path: "/api/admin/import/csv/preview", callers: itAdmins },
  pinImportProgress: { method: "GET", path: "/api/admin/import/latest", callers: overseers },
  listPinImports: { method: "GET", path: "/api/admin/imports", callers: overseers },
  exportRefusedRows: { method: "GET", path: "/api/admin/imports/:id/refused-rows", callers: overseers },
} as const satisfies RoutePaths;

export const settingPaths = {
  updateSetting: { method: "POST", path: "/api/admin/update-setting", callers: itAdmins },
  listSettings: { method: "GET", path: "/api/admin/controls", callers: readers },
} as const satisfies RoutePaths;

export const consumerPaths = {
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
} as const satisfies RoutePaths;

export const signInHelpPaths = {
  consumerSignInHelp: { method: "GET", path: "/api/admin/user-profile/:id/sign-in", callers: readers },
  adminSignInHelp: { method: "GET", path: "/api/admin/profile/:id/sign-in", callers: itAdmins },
} as const satisfies RoutePaths;

export const dataCopyPaths = {
  consumerDataCopy: { method: "POST", path: "/api/admin/user-profile/:id/data-copy", callers: itAdmins },
} as const satisfies RoutePaths;

export const readModelPaths = {
  readModelStates: { method: "GET", path: "/api/admin/read-models", callers: overseers },
} as const satisfies RoutePaths;

export const evidencePaths = {
  logEvidence: { method: "GET", path: "/api/admin/log/evidence", callers: overseers },
} as const satisfies RoutePaths;

export const logProofPaths = {
  logCheckpoint: { method: "GET", path: "/api/admin/log/checkpoint", callers: overseers },
} as const satisfies RoutePaths;

export const changesPaths = {
  listChanges: { method: "GET", path: "/api/admin/changes/:table", callers: overseers },
  exportChanges: { method: "GET", path: "/api/admin/export/changes/:table", callers: overseers },
} as const satisfies RoutePaths;

export const findPaths = {
  find: { method: "GET", path: "/api/admin/find", callers: readers },
} as const satisfies RoutePaths;

export const lookPaths = {
  recordLook: { method: "POST", path: "/api/admin/looks", callers: everyAdmin },
} as const satisfies RoutePaths;

export const actionLogPaths = {
  listActionLog: { method: "GET", path: "/api/admin/action-logs", callers: readers },
  consumerActionLog: { method: "GET", path: "/api/admin/action-logs/:id", callers: readers },
  exportActionLog: { method: "GET", path: "/api/admin/export/action-logs", callers: readers },
  listLogEvents: { method: "GET", path: "/api/admin/log/events", callers: overseers },
} as const satisfies RoutePaths;
