import type { ErrorSummaryProps } from "../../ui/form-fields/error-summary.tsx";
import { differencesOf, lookAlikeQuestions, lookAlikesIn } from "./look-alikes.ts";
import {
  nameFieldId,
  type PinRow,
  type PlacedMessages,
  pinFieldId,
  pinProblem,
  rowWithSamePin,
} from "./pin-rows.ts";

export interface ServerError extends PlacedMessages {
  title: string;
}

/** The state that decides which errors of the PIN form are shown. */
export interface PinFormState {
  rows: readonly PinRow[];
  /** The ids of the rows whose PIN field was left. */
  visited: readonly number[];
  /** The number of times that the consumer has tried to send the form. */
  attempt: number;
  /** The message for PINs that were entered more than once. */
  repeated: string | undefined;
  serverError: ServerError | undefined;
  /** The PINs of the account's ornaments. */
  owned: readonly string[];
}

/** The server's error at a PIN, or else the form's own error once the field was left or the form was sent. */
export function pinErrorOf({ rows, visited, attempt, repeated, serverError }: PinFormState, row: PinRow) {
  const refusal = serverError?.fields[pinFieldId(row)];
  if (refusal !== undefined) return refusal;
  const before = repeated === undefined ? undefined : rowWithSamePin(rows, row);
  if (before !== undefined) return `The same PIN as ornament ${before + 1}`;
  return attempt > 0 || visited.includes(row.id) ? pinProblem(row.pin) : undefined;
}

export const nameErrorOf = ({ serverError }: PinFormState, row: PinRow) =>
  serverError?.fields[nameFieldId(row)];

/** Help with a PIN that the server refused. */
export interface PinHelp {
  /** The PIN that the server proposes. */
  suggestion: string | undefined;
  /** The places of the characters to check, counted from 0 with the hyphen. */
  marked: readonly number[];
  /** Without a proposal: the characters to check, in words. */
  questions: readonly string[];
}

/**
 * Help with a PIN that the server refused; undefined for every other PIN. One of the account's own ornaments
 * was not misread.
 */
export function pinHelpOf({ serverError, owned }: PinFormState, row: PinRow): PinHelp | undefined {
  const field = pinFieldId(row);
  if (serverError?.fields[field] === undefined) return undefined;
  const suggestion = serverError.suggestions[field];
  if (suggestion !== undefined)
    return { suggestion, marked: differencesOf(row.pin, suggestion), questions: [] };
  if (owned.includes(row.pin)) return { suggestion, marked: [], questions: [] };
  return { suggestion, marked: lookAlikesIn(row.pin), questions: lookAlikeQuestions(row.pin) };
}

/**
 * The list above a form that was sent: first the errors of the whole form, then links to the ornaments with
 * an error. The error itself is shown at its field. The only ornament needs no link.
 */
export function errorSummaryOf(state: PinFormState): ErrorSummaryProps {
  const { rows, attempt, repeated, serverError } = state;
  if (attempt === 0 && !serverError) return { attempt, errors: [] };
  const formLevel = [...(serverError?.listed ?? []), ...(repeated === undefined ? [] : [repeated])];
  const several = rows.length > 1;
  const atFields = rows.flatMap((row, index) => {
    const ornament = `Ornament ${index + 1}`;
    return [
      {
        fieldId: pinFieldId(row),
        error: pinErrorOf(state, row),
        message: `${ornament}: ${row.pin || "PIN"}`,
      },
      { fieldId: nameFieldId(row), error: nameErrorOf(state, row), message: `${ornament}: Nickname` },
    ].flatMap(({ error, ...link }) => (error === undefined ? [] : [link]));
  });
  return {
    attempt,
    title: serverError?.title,
    // With several ornaments, a refusal says that none was added. Without a list, the first wrong field takes
    // the focus.
    atLeast: formLevel.length > 0 || (serverError && several) ? 1 : several ? 2 : Number.POSITIVE_INFINITY,
    errors: [
      ...formLevel.map((message) => ({ message })),
      ...(several || formLevel.length === 0 ? atFields : []),
    ],
  };
}
