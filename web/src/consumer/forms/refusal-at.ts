import { fieldErrorsOf, isApiError, messageOf } from "../../app/calls/api-error.ts";

export interface PlacedRefusal<Field extends string> {
  fields: Partial<Record<Field, string>>;
  /** The message for the whole form; undefined if a field shows the error. */
  message: string | undefined;
}

/**
 * Places the server's error at the fields that it names, or else at `fallback`. If the server couldn't be
 * reached, failed or asks to wait, no field is wrong, and the message is for the whole form.
 */
export function refusalAt<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  fallback: Field,
): PlacedRefusal<Field> {
  const message = messageOf(error);
  if (!isApiError(error) || error.status === 0 || error.status >= 500 || error.status === 429)
    return { fields: {}, message };
  const named = fieldErrorsOf(error);
  const known = fields.filter((field) => named[field] !== undefined);
  if (known.length === 0)
    return { fields: { [fallback]: message } as Partial<Record<Field, string>>, message: undefined };
  const placed = known.map((field) => [field, named[field]] as const);
  return { fields: Object.fromEntries(placed) as Partial<Record<Field, string>>, message: undefined };
}
