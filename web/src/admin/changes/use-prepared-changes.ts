import { skipToken } from "@reduxjs/toolkit/query";
import { useEffect } from "react";
import { percentOf } from "../../app/api/former-answer.ts";
import { isApiError } from "../../app/calls/api-error.ts";
import { type Between, useListChangesQuery } from "./changes-api.ts";

/** A browser's clock may be ahead of the server's by this time. */
const clockDifferenceMilliseconds = 60_000;

/**
 * A page of changes. The server prepares it first: until then `percent` is the prepared part, and the call is
 * repeated after the time that the server asks for. `undefined` instants ask for nothing.
 */
export function usePreparedChanges(asked: (Between & { page: number; limit: number }) | undefined) {
  const { currentData, error, refetch } = useListChangesQuery(asked ?? skipToken);
  const percent = asked && error !== undefined ? preparedPart(error, asked.to) : undefined;
  const preparing = percent !== undefined;
  useEffect(() => {
    if (!preparing) return;
    const seconds = (isApiError(error) && error.retryAfter) || 1;
    const timer = setTimeout(refetch, seconds * 1000);
    return () => clearTimeout(timer);
  }, [preparing, error, refetch]);
  return {
    changes: preparing ? undefined : currentData,
    percent,
    error: preparing ? undefined : error,
    refetch,
  };
}

/** The prepared part in percent; `undefined` for another error. */
function preparedPart(error: unknown, to: string): number | undefined {
  if (!isApiError(error)) return undefined;
  const aheadOf = Date.now() - Date.parse(to);
  const isClockAhead =
    error.code === "instant_in_future" && aheadOf >= 0 && aheadOf < clockDifferenceMilliseconds;
  if (isClockAhead) return 0;
  return error.code === "past_tables_filling" ? percentOf(error) : undefined;
}
