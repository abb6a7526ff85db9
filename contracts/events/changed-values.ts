import { formatPinCode } from "../values/pin-code.ts";
import { type AdminRole, roleLabels } from "../values/roles.ts";
import type { LogChange } from "./definition.ts";
import { erased } from "./fields.ts";

// The values that several events set, for the System action log. The part of a thing before the first "/" is
// the subject whose entries have all its values.

/** A text that a person chose, as the System action log shows it; `null` is erased. */
export const chosenText = (text: string | null): string => (text === null ? erased : text || "(empty)");

/** The first and last name of an admin as one text. */
export const fullName = (names: { firstName: string | null; lastName: string | null }): string =>
  names.firstName === null && names.lastName === null
    ? erased
    : chosenText(`${names.firstName ?? ""} ${names.lastName ?? ""}`.trim());

const valueSet = (thing: string, what: string, to: string): LogChange => ({ thing, what, to });

export const adminEmail = (adminId: number, email: string | null) =>
  valueSet(`admin-${adminId}/email`, "Email", email ?? erased);

export const adminRole = (adminId: number, role: AdminRole) =>
  valueSet(`admin-${adminId}/role`, "Role", roleLabels[role]);

export const adminName = (adminId: number, names: { firstName: string | null; lastName: string | null }) =>
  valueSet(`admin-${adminId}/name`, "Name", fullName(names));

/** An admin account is active from its creation on. */
export const adminAccount = (adminId: number, to: "Active" | "Deactivated" | "Deleted"): LogChange => ({
  ...valueSet(`admin-${adminId}/account`, "Account", to),
  first: "Active",
});

export const consumerEmail = (consumerId: number, email: string | null) =>
  valueSet(`consumer-${consumerId}/email`, "Email", email ?? erased);

export const consentText = (marketingEmail: boolean) => (marketingEmail ? "Subscribed" : "Unsubscribed");

export const consumerConsent = (consumerId: number, marketingEmail: boolean) =>
  valueSet(`consumer-${consumerId}/marketing`, "Marketing emails", consentText(marketingEmail));

export const consumerAccount = (consumerId: number, to: "Registered" | "Confirmed" | "Deleted") =>
  valueSet(`consumer-${consumerId}/account`, "Account", to);

export const currentOrnament = (consumerId: number, code: string) =>
  valueSet(`consumer-${consumerId}/current-ornament`, "Current ornament", formatPinCode(code));

/** A consumer's name for the ornament. Another owner's name for it is another thing. */
export const ornamentName = (code: string, consumerId: number, name: string | null) =>
  valueSet(`pin-${code}/consumer-${consumerId}/name`, "Ornament name", chosenText(name));

export const pinStatus = (code: string, to: "Not Registered" | "Registered" | "Deactivated"): LogChange => ({
  ...valueSet(`pin-${code}/status`, "Status", to),
  first: "Not Registered",
});

const nobody = "Nobody";

export const pinOwner = (code: string, consumerId: number | null): LogChange => ({
  ...valueSet(`pin-${code}/owner`, "Owner", consumerId === null ? nobody : `Consumer ${consumerId}`),
  first: nobody,
});

/** A device of an owner's PIN: its browser, later its name. */
export const pinDevice = (
  { code, consumerId, deviceId }: { code: string; consumerId: number; deviceId: number },
  to: string,
) => valueSet(`pin-${code}/consumer-${consumerId}/device-${deviceId}`, "Device", to);
