import { fieldErrorsOf, isApiError } from "../calls/api-error.ts";

/** The message about somebody else's change, and each field's present value by its path. */
export interface ChangedMeanwhile {
  message: string;
  fields: Record<string, string>;
}

/**
 * The change in between that a refused edit names; `undefined` if the edit was refused for another reason.
 */
export const changedMeanwhile = (error: unknown): ChangedMeanwhile | undefined =>
  isApiError(error) && error.code === "changed_meanwhile"
    ? { message: error.message, fields: fieldErrorsOf(error) }
    : undefined;

/** Whether a version is newer than the other. Both are positions in the event store. */
export const isNewer = (version: string, than: string): boolean => BigInt(version) > BigInt(than);
