import type { SettingName } from "@ornament/contracts/domain/settings";
import { useLocation, useNavigate } from "react-router";
import { minuteText } from "../dates/minutes.ts";
import { browserTimeZone } from "../dates/time-zone.ts";

/** A value as it was at an instant, for a form to begin with. */
export interface FormerValue {
  /** The thing and its field, by one of the functions below. */
  of: string;
  value: string;
  /** ISO 8601. */
  at: string;
}

export const settingValue = (name: SettingName) => `setting-${name}`;
export const pinStatus = (id: number) => `pin-${id}/status`;
export const consumerEmail = (id: number) => `consumer-${id}/email`;

/**
 * For a navigation's `state`. It is not in the address, so that no link from elsewhere can fill a form with a
 * value of its author.
 */
export const withFormerValue = (formerValue: FormerValue) => ({ formerValue });

/** The former value that the navigation brought, if it is of this thing, and the function that forgets it. */
export function useFormerValue(of: string): [FormerValue | undefined, () => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { formerValue } = (state ?? {}) as Partial<ReturnType<typeof withFormerValue>>;
  const found = formerValue?.of === of ? formerValue : undefined;
  const forget = () => {
    if (found) void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  };
  return [found, forget];
}

/** `As on 11/24/26 12:00 pm`. */
export const asOn = ({ at }: Pick<FormerValue, "at">): string => `As on ${minuteText(at, browserTimeZone)}`;

/** The note at a field that begins with a former value. */
export const formerNote = ({ at }: Pick<FormerValue, "at">): string =>
  `This is the value of ${minuteText(at, browserTimeZone)}. It is not saved yet.`;
