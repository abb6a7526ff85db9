import { z } from "zod";
import { withoutHidden } from "../values/hidden-characters.ts";
import { calendarDateInput, timeZoneSchema } from "../values/inputs.ts";
import { limits } from "../values/limits.ts";
import {
  everyField,
  everyRow,
  type FilterKey,
  type SearchKey,
  type SortKey,
  sortKeysOf,
  type TableKeys,
} from "./table-keys.ts";

/** A whole number in a query. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "Enter a whole number")
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

export const pageNumber = wholeNumber(1, limits.pageNumber)
  .default(1)
  .describe("The page, from 1; 1 by default.");
export const pageSize = wholeNumber(1, 100)
  .refine((size) => (limits.pageSizes as readonly number[]).includes(size), "Choose 10, 25, 50 or 100")
  .default(limits.defaultPageSize)
  .describe("Rows on a page: 10, 25, 50 or 100; 10 by default.");
/** Hidden characters are removed: they come with copied text and would match nothing. */
export const searchTerm = z
  .string()
  .overwrite(withoutHidden)
  .max(limits.searchTerm, `At most ${limits.searchTerm} characters`)
  .default("")
  .describe("The text to search for. Upper and lower case are the same.");
const direction = z.enum(["ASC", "DESC"]);

/** The order that a request can name; the default is the table's. */
export const sortQuery = <T extends TableKeys>(table: T) => ({
  fieldName: z
    .enum<readonly SortKey<T>[]>(sortKeysOf(table))
    .default(table.defaultSort.fieldName as never)
    .describe("The sort key."),
  direction: direction.default(table.defaultSort.direction).describe("The order of the sort."),
});

/** The query of a table: page, sort, search and filter. */
export const tableQuery = <T extends TableKeys>(table: T) =>
  z.strictObject({
    page: pageNumber,
    limit: pageSize,
    ...sortQuery(table),
    query: searchTerm,
    field: z
      .enum<readonly (SearchKey<T> | typeof everyField)[]>([everyField, ...table.search])
      .default(everyField as never)
      .describe("The search key in which `query` is searched."),
    filter: z
      .enum<readonly (FilterKey<T> | typeof everyRow)[]>([everyRow, ...table.filters])
      .default(everyRow as never)
      .describe("The filter of the rows."),
  });

/** A page of rows and the number of all rows. */
export const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({
    rows: z.array(row),
    count: z.number().int().describe("The number of rows that match."),
    page: z.number().int(),
    limit: z.number().int(),
  });

/** The mark of a page with rows that were not searched for. */
export const similarMark = {
  similar: z
    .literal(true)
    .optional()
    .describe(
      "No row has the term; the PINs of these rows differ from it by one error. Absent: the rows have it.",
    ),
};

/** Whole calendar days in the browser's time zone, both included. From is not later than To. */
export const dateRange = {
  startDate: calendarDateInput.optional().describe("The first day, as MM/DD/YYYY in `timeZone`."),
  endDate: calendarDateInput.optional().describe("The last day, included."),
  timeZone: timeZoneSchema.describe("An IANA time zone, such as America/Chicago."),
};

/** An instant in a request or an answer: ISO 8601 in UTC. */
export const isoInstant = z.string();

/**
 * The version of an account or a setting that is edited: a position in the event store. A later change
 * refuses the edit with `changed_meanwhile`. A caller that sends no version overwrites later changes.
 */
export const versionRead = z
  .string()
  .regex(/^\d{1,19}$/, "Not a version")
  .describe("The version that was read.");

/** The answer of a command that returns no data. */
export const done = z.object({ success: z.literal(true), message: z.string() });

/** The answer of a change that can be undone: the undo sends the former value with this version. */
export const doneWithVersion = done.extend({
  version: versionRead.describe("The version after the change."),
});
