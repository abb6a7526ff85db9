import { z } from "zod";
import { calendarDateInput, timeZoneSchema } from "../domain/inputs.ts";
import { limits } from "../domain/limits.ts";

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "Enter a whole number")
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

export const pageNumber = wholeNumber(1, 10_000_000).default(1);
export const pageSize = wholeNumber(1, 100)
  .refine((size) => (limits.pageSizes as readonly number[]).includes(size), "Choose 10, 25, 50 or 100")
  .default(limits.defaultPageSize);
export const searchTerm = z
  .string()
  .max(limits.searchTerm, `At most ${limits.searchTerm} characters`)
  .default("");
export const sortDirection = z.enum(["ASC", "DESC"]);
export type SortDirection = z.output<typeof sortDirection>;

/**
 * The query options every table takes (spec §3): page from 1, limit, fieldName and direction of the sort, the term
 * looked for (`query`) and the search field it is looked for in (`field`, all of them by default).
 */
export function tableQuery<
  const S extends readonly [string, ...string[]],
  const F extends readonly [string, ...string[]],
>(sortFields: S, searchFields: F) {
  return z.strictObject({
    page: pageNumber,
    limit: pageSize,
    fieldName: z.enum(["id", ...sortFields]).default("id" as never),
    direction: sortDirection.default("ASC"),
    query: searchTerm,
    field: z.enum(["all", ...searchFields]).default("all" as never),
  });
}

/** A page of rows and how many there are in all (spec §3 "Paged list response"). */
export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({ rows: z.array(row), count: z.number().int(), page: z.number().int(), limit: z.number().int() });

/** Whole calendar days in the browser's zone, both ends included; From no later than To (spec §5). */
export const dateRange = {
  startDate: calendarDateInput.optional(),
  endDate: calendarDateInput.optional(),
  timeZone: timeZoneSchema,
};

/** An instant on the wire: ISO 8601 in UTC. */
export const isoInstant = z.string();

/** The answer of a command that has nothing to show but that it is done. */
export const done = z.object({ success: z.literal(true), message: z.string() });
