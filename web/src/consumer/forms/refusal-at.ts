import { fieldErrorsOf, isApiError, messageOf } from "../../app/api-error.ts";

export interface PlacedRefusal<Field extends string> {
  fields: Partial<Record<Field, string>>;
  /** For the form as a whole; undefined where a field says it. */
  message: string | undefined;
}

/**
 * Where a refusal is shown: at the fields it names, else at `fallback`, where the spec (§8) wants a server's message. A
 * server out of reach is no field's fault.
 */
export function refusalAt<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  fallback: Field,
): PlacedRefusal<Field> {
  const message = messageOf(error);
  if (!isApiError(error) || error.status === 0 || error.status >= 500) return { fields: {}, message };
  const named = fieldErrorsOf(error);
  const known = fields.filter((field) => named[field] !== undefined);
  if (known.length === 0)
    return { fields: { [fallback]: message } as Partial<Record<Field, string>>, message: undefined };
  const placed = known.map((field) => [field, named[field]] as const);
  return { fields: Object.fromEntries(placed) as Partial<Record<Field, string>>, message: undefined };
}
