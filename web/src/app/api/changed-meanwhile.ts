import { fieldErrorsOf, isApiError } from "../calls/api-error.ts";

/** Who changed what since it was read, and each field as it is now, by the field's path. */
export interface ChangedMeanwhile {
  message: string;
  fields: Record<string, string>;
}

/** What a refused edit says of the change in between; `undefined` if it was refused for another reason. */
export const changedMeanwhile = (error: unknown): ChangedMeanwhile | undefined =>
  isApiError(error) && error.code === "changed_meanwhile"
    ? { message: error.message, fields: fieldErrorsOf(error) }
    : undefined;

/** Whether a version is newer than the other. Both are positions in the log. */
export const isNewer = (version: string, than: string): boolean => BigInt(version) > BigInt(than);
