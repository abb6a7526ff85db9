/**
 * The sort keys, search keys and filters of a table. The route's query, the indexes of the read model, the
 * order and filters of query-api and the columns of the web follow from it, so a key that one of them lacks is
 * a type error and not a slow query.
 */
export interface TableKeys {
  /** For each sort key of the API the field of the read model that orders the rows. */
  readonly sort: Readonly<Record<string, string>>;
  /** The fields that order rows of equal value. Together they are unique. */
  readonly ties: readonly string[];
  /** The sort of a request without one. */
  readonly defaultSort: { readonly fieldName: string; readonly direction: Direction };
  /** The search keys of the API, without `all`. */
  readonly search: readonly string[];
  /** The filters of the API, without `all`. A request asks for at most one. */
  readonly filters: readonly string[];
  /** Further restrictions of the rows; none by default. */
  readonly narrowedBy?: readonly Narrowing[];
  /** Conditions on the rows, each with a text as its value and all of them together; none by default. */
  readonly conditions?: readonly string[];
}

/** A range of dates, or the name of a PIN batch. */
export type Narrowing = "dates" | "batch";

export type Direction = "ASC" | "DESC";
export type SortKey<T extends TableKeys> = keyof T["sort"] & string;
export type SearchKey<T extends TableKeys> = T["search"][number];
export type FilterKey<T extends TableKeys> = T["filters"][number];
export type ConditionKey<T extends TableKeys> = NonNullable<T["conditions"]>[number];

/** The search key that covers all the others. */
export const everyField = "all";

/** The filter that lets every row through. */
export const everyRow = "all";

/** Declares a table's keys. A default sort that is not a sort key does not compile. */
export const defineTable = <const T extends TableKeys>(
  table: T & { readonly defaultSort: { readonly fieldName: SortKey<T> } },
): T => table;

export const sortKeysOf = <T extends TableKeys>({ sort }: T) => Object.keys(sort) as readonly SortKey<T>[];

/** The fields of the read model that order the rows: that of the sort key, then the ties. */
export const sortFieldsOf = <T extends TableKeys>({ sort, ties }: T, key: SortKey<T>): readonly string[] => [
  ...new Set([sort[key] ?? key, ...ties]),
];
