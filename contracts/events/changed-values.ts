import { formatPinCode } from "../domain/pin-code.ts";
import { type AdminRole, roleLabels } from "../domain/roles.ts";
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

export const adminEmail = (adminId: number, email: string | null): LogChange => ({
  thing: `admin-${adminId}/email`,
  what: "Email",
  to: email ?? erased,
});

export const adminRole = (adminId: number, role: AdminRole): LogChange => ({
  thing: `admin-${adminId}/role`,
  what: "Role",
  to: roleLabels[role],
});

export const adminName = (
  adminId: number,
  names: { firstName: string | null; lastName: string | null },
): LogChange => ({ thing: `admin-${adminId}/name`, what: "Name", to: fullName(names) });

/** An admin account is active from its creation on. */
export const adminAccountDeleted = (adminId: number): LogChange => ({
  thing: `admin-${adminId}/account`,
  what: "Account",
  to: "Deleted",
  first: "Active",
});

export const consumerEmail = (consumerId: number, email: string | null): LogChange => ({
  thing: `consumer-${consumerId}/email`,
  what: "Email",
  to: email ?? erased,
});

export const consentText = (marketingEmail: boolean) => (marketingEmail ? "Subscribed" : "Unsubscribed");

export const consumerConsent = (consumerId: number, marketingEmail: boolean): LogChange => ({
  thing: `consumer-${consumerId}/marketing`,
  what: "Marketing emails",
  to: consentText(marketingEmail),
});

export const consumerAccount = (
  consumerId: number,
  to: "Registered" | "Confirmed" | "Deleted",
): LogChange => ({ thing: `consumer-${consumerId}/account`, what: "Account", to });

export const currentOrnament = (consumerId: number, code: string): LogChange => ({
  thing: `consumer-${consumerId}/current-ornament`,
  what: "Current ornament",
  to: formatPinCode(code),
});

/** A consumer's name for the ornament. Another owner's name for it is another thing. */
export const ornamentName = (code: string, consumerId: number, name: string | null): LogChange => ({
  thing: `pin-${code}/consumer-${consumerId}/name`,
  what: "Ornament name",
  to: chosenText(name),
});

export const pinStatus = (code: string, to: "Not registered" | "Registered" | "Deactivated"): LogChange => ({
  thing: `pin-${code}/status`,
  what: "Status",
  to,
  first: "Not registered",
});

const nobody = "Nobody";

export const pinOwner = (code: string, consumerId: number | null): LogChange => ({
  thing: `pin-${code}/owner`,
  what: "Owner",
  to: consumerId === null ? nobody : `Consumer ${consumerId}`,
  first: nobody,
});

/** A device of an owner's PIN: its browser, later its name. */
export const pinDevice = (
  { code, consumerId, deviceId }: { code: string; consumerId: number; deviceId: number },
  to: string,
): LogChange => ({ thing: `pin-${code}/consumer-${consumerId}/device-${deviceId}`, what: "Device", to });
