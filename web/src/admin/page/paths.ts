/** The first page after sign-in: the pins table. */
export const homePath = "/admin/table-pins";
export const loginPath = "/admin/login";
export const forgotPasswordPath = "/admin/forgot-password";
export const adminsPath = "/admin/table-admins";
export const consumersPath = "/admin/table-users";
export const settingsPath = "/admin/controls";
export const logPath = "/admin/log";
export const ownProfilePath = "/admin/profile";
export const createAccountPath = "/admin/registration";
export const adminProfilePath = (id: number) => `/admin/admin-profile/${id}`;
/** The id of a PIN's part of its owner's profile. */
export const pinAnchor = (pin: string) => `pin-${pin}`;
/** The state of a link to a PIN on a profile that opens the PIN's devices. */
export const opensDevices = "opens devices";
export const consumerProfilePath = (id: number) => `/admin/user-profile/${id}`;
/** The Pins table with this PIN's row only. */
export const pinRowPath = (pin: string) => `${homePath}?${new URLSearchParams({ query: pin, field: "pin" })}`;
