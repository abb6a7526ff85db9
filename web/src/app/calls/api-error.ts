import type { ErrorBody, ErrorCode, FieldError, TriesLeft } from "@ornament/contracts/routes/errors";
import { noRefreshCookieMark } from "@ornament/contracts/values/cookies";
import { waitInWords } from "@ornament/contracts/values/wait";

/** The reason why a call failed. With `status` 0 no answer came, and the outcome is unknown. */
export interface ApiError {
  status: number;
  code: ErrorCode | "offline" | "unreadable";
  message: string;
  errors: (string | FieldError)[];
  /** The seconds that the server asks to wait. */
  retryAfter?: number;
  /** The wrong PINs that the account may still enter. */
  tries?: TriesLeft;
}

export const offlineError: ApiError = {
  status: 0,
  code: "offline",
  message: "No connection. Please check your internet and try again.",
  errors: [],
};

/** The server answered another state than the one that was asked for. */
export const otherInstantError: ApiError = {
  status: 500,
  code: "unreadable",
  message: "The server answered with the state of another time, so nothing is shown. Please try again.",
  errors: [],
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isErrorBody = (value: unknown): value is ErrorBody =>
  isObject(value) && typeof value.message === "string" && typeof value.code === "string";

/** The API writes plain ASCII. Screens have typographic apostrophes. */
const typographic = (_key: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("'", "’") : value;

/** The error of an answer. A foreign body, such as a proxy's page, becomes the web's standard message. */
export function toApiError(status: number, given: unknown, retryAfter: string | null): ApiError {
  const wait = Number(retryAfter);
  const retry = retryAfter !== null && Number.isFinite(wait) ? { retryAfter: wait } : {};
  if (isErrorBody(given)) {
    const body: ErrorBody = JSON.parse(JSON.stringify(given), typographic);
    const errors = Array.isArray(body.errors) ? body.errors : [];
    const tries = body.tries ? { tries: body.tries } : {};
    return { status, code: body.code, message: body.message, errors, ...retry, ...tries };
  }
  return {
    status,
    code: "unreadable",
    message: `Something went wrong on our side. Please try again in ${waitInWords(retry.retryAfter)}.`,
    errors: [],
    ...retry,
  };
}

export const isApiError = (error: unknown): error is ApiError =>
  isObject(error) && typeof error.status === "number" && typeof error.message === "string";

/** The message to show for a failed call. */
export const messageOf = (error: unknown): string =>
  isApiError(error) ? error.message : "Something went wrong. Please try again.";

/** The messages to show at fields, by the field's path. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!isApiError(error)) return {};
  const fields = error.errors.filter(
    (item): item is FieldError => isObject(item) && typeof item.path === "string",
  );
  return Object.fromEntries(fields.reverse().map(({ path, message }) => [path, message]));
}

const marks: readonly string[] = ["user_error", "admin_error", noRefreshCookieMark];

/** The messages for the form as a whole, without the messages of fields and the marks of a 401. */
export const listedErrorsOf = (error: unknown): string[] =>
  isApiError(error)
    ? error.errors
        .filter((item): item is string => typeof item === "string")
        .filter((item) => !marks.includes(item))
    : [];
