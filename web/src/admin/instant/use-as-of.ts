import { type SkipToken, skipToken } from "@reduxjs/toolkit/query";
import type { AsOf } from "../../app/calls/contract-calls.ts";
import { useInstant } from "./shown-instant.ts";

/** A former state doesn't change, so it isn't read again when the person comes back to the window. */
const formerOptions = { refetchOnFocus: false, refetchOnReconnect: false } as const;
const presentOptions = {} as const;

/** The argument and options of a query of the state that the screen shows. */
export function useAsOf<Of>(
  of: Of | SkipToken,
): readonly [AsOf<Of> | SkipToken, typeof formerOptions | typeof presentOptions] {
  const at = useInstant();
  const asked = of === skipToken ? skipToken : { of: of as Of, at };
  return [asked, at === undefined ? presentOptions : formerOptions];
}
