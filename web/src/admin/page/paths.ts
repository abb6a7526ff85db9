import type { actionLogTable, ChangedTableName } from "@ornament/contracts/action-log/columns";
import type { Conditions } from "../../ui/table/list-state.ts";

/** The first page after sign-in: the pins table. */
export const homePath = "/admin/table-pins";
export const loginPath = "/admin/login";
export const forgotPasswordPath = "/admin/forgot-password";
export const adminsPath = "/admin/table-admins";
export const consumersPath = "/admin/table-users";
export const settingsPath = "/admin/controls";
export const readModelsPath = "/admin/read-models";
export const logPath = "/admin/log";
export const ownProfilePath = "/admin/profile";
export const createAccountPath = "/admin/registration";
export const adminProfilePath = (id: number) => `/admin/admin-profile/${id}`;
/** The id of a PIN's part of its owner's profile. */
export const pinAnchor = (pin: string) => `pin-${pin}`;
/** The state of a link to a PIN on a profile that opens the PIN's devices. */
export const opensDevices = "opens devices";
export const consumerProfilePath = (id: number) => `/admin/user-profile/${id}`;
/** The page of a PIN, which is written as XXXX-XXX. */
export const pinPath = (pin: string) => `/admin/pin/${pin}`;
/** The Pins table with the PINs of a batch only. */
export const batchPath = (batch: string) => `${homePath}?${new URLSearchParams({ batch })}`;
/** The System action log with the entries that fulfil all conditions only. */
export const logPathWith = (conditions: Conditions<typeof actionLogTable>) =>
  `${logPath}?${new URLSearchParams(conditions as Record<string, string>)}`;
/** What changed in a table; without instants during the last hour. */
export const changesPath = (table: ChangedTableName) => `/admin/changes/${table}`;
