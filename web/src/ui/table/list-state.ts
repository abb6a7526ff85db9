import {
  type ConditionKey,
  type Direction,
  everyField,
  everyRow,
  type FilterKey,
  type Narrowing,
  type SearchKey,
  type SortKey,
  sortKeysOf,
  type TableKeys,
} from "@ornament/contracts/tables/table-keys";
import { limits } from "@ornament/contracts/values/limits";

/** A table's state, with the names of its call's parameters. */
export interface ListState<T extends TableKeys = TableKeys> {
  page: number;
  limit: number;
  fieldName: SortKey<T>;
  direction: Direction;
  /** The search term. */
  query: string;
  /** The search key of the term. */
  field: SearchKey<T> | typeof everyField;
  /** The filter of the rows. */
  filter: FilterKey<T> | typeof everyRow;
  /** Only rows of this PIN batch; "" for all. */
  batch: string;
  /** MM/DD/YYYY, or "" without a bound. A URL can hold any other text, for which a message is shown. */
  startDate: string;
  endDate: string;
  /** The conditions on the rows that are set. */
  conditions: Conditions<T>;
}

/** The values of a table's conditions. A missing one is not set. */
export type Conditions<T extends TableKeys> = Readonly<Partial<Record<ConditionKey<T>, string>>>;

/** The default search and filters of a table. */
const notNarrowed = <T extends TableKeys>() => ({
  query: "",
  field: everyField as typeof everyField,
  filter: everyRow as typeof everyRow,
  batch: "",
  startDate: "",
  endDate: "",
  conditions: {} as Conditions<T>,
});

/**
 * Changes parts of a table's state. `replace`: Back has nothing to return to. Without `flushSync`, which an effect
 * can't use, the change is shown at the next render.
 */
export type ChangeList<T extends TableKeys = TableKeys> = (
  part: Partial<ListState<T>>,
  how?: { replace?: boolean; flushSync?: boolean },
) => void;

/** A table's state and its changes, as `useListState` returns them. */
export type List<T extends TableKeys = TableKeys> = readonly [ListState<T>, ChangeList<T>];

/** The state of an unchanged table. */
export const defaultsOf = <T extends TableKeys>({ defaultSort }: T): ListState<T> => ({
  page: 1,
  limit: limits.defaultPageSize,
  ...defaultSort,
  ...notNarrowed<T>(),
});

/** The number of a table's pages; at least one. */
export const pagesOf = (count: number, limit: number): number => Math.max(1, Math.ceil(count / limit));

/** Another search, filter or page size begins at page 1. Sorting stays on the page. Conditions that aren't named stay, and a blank one is none. */
export const changedList = <T extends TableKeys>(
  state: ListState<T>,
  part: Partial<ListState<T>>,
): ListState<T> => {
  const next = { ...state, ...("fieldName" in part ? {} : { page: 1 }), ...part };
  return { ...next, conditions: withoutBlank({ ...state.conditions, ...part.conditions }) };
};

/** The change that shows all rows. Order and page size stay. */
export const withAllRows = <T extends TableKeys>({ conditions }: Pick<ListState<T>, "conditions">) => ({
  ...notNarrowed<T>(),
  conditions: Object.fromEntries(Object.keys(conditions).map((name) => [name, ""])) as Conditions<T>,
});

const withoutBlank = <T extends TableKeys>(conditions: Conditions<T>): Conditions<T> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value)) as Conditions<T>;

/** The order after a press on a column's header: up, then down, then the table's default order. */
export function nextOrder<T extends TableKeys>(
  { fieldName, direction }: Pick<ListState<T>, "fieldName" | "direction">,
  pressed: SortKey<T>,
  { defaultSort }: T,
): { fieldName: SortKey<T>; direction: Direction } {
  if (fieldName !== pressed) return { fieldName: pressed, direction: "ASC" };
  if (direction === "ASC") return { fieldName: pressed, direction: "DESC" };
  // The column of a descending default order would never be ascending.
  const isDefault = defaultSort.fieldName === pressed && defaultSort.direction === "DESC";
  return isDefault ? { fieldName: pressed, direction: "ASC" } : defaultSort;
}

const ownParameters = [
  "page",
  "limit",
  "fieldName",
  "direction",
  "query",
  "field",
  "filter",
  "batch",
  "startDate",
  "endDate",
] as const satisfies readonly (keyof ListState)[];

const conditionsOf = <T extends TableKeys>({ conditions = [] }: T) =>
  conditions as readonly ConditionKey<T>[];

/** Whether a URL has a part of a table's state. */
export const hasListState = (params: URLSearchParams, table: TableKeys): boolean =>
  [...ownParameters, ...conditionsOf(table)].some((name) => params.has(name));

/** Reads a table's state from a URL or from storage. Invalid values fall back to the default. */
export function readListState<T extends TableKeys>(params: URLSearchParams, table: T): ListState<T> {
  const defaults = defaultsOf(table);
  const page = Number(params.get("page"));
  const text = (narrowing: Narrowing, name: "batch" | "startDate" | "endDate", longest: number) =>
    table.narrowedBy?.includes(narrowing) ? (params.get(name) ?? "").slice(0, longest) : "";
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, limits.pageNumber) : defaults.page,
    limit: oneOf(limits.pageSizes, Number(params.get("limit"))) ?? defaults.limit,
    fieldName: oneOf(sortKeysOf(table), params.get("fieldName")) ?? defaults.fieldName,
    direction: oneOf(["ASC", "DESC"], params.get("direction")) ?? defaults.direction,
    query: (params.get("query") ?? defaults.query).slice(0, limits.searchTerm),
    field: oneOf(table.search, params.get("field")) ?? defaults.field,
    filter: oneOf(table.filters, params.get("filter")) ?? defaults.filter,
    batch: text("batch", "batch", limits.batchName),
    startDate: text("dates", "startDate", dateLength),
    endDate: text("dates", "endDate", dateLength),
    conditions: withoutBlank(
      Object.fromEntries(
        conditionsOf(table).map((name) => [name, (params.get(name) ?? "").slice(0, conditionLength)]),
      ) as Conditions<T>,
    ),
  };
}

const oneOf = <V>(allowed: readonly V[], value: unknown): V | undefined =>
  allowed.find((one) => one === value);

/** The maximum length of a date in any readable form. */
const dateLength = 40;

/** The maximum length of a condition's value. */
const conditionLength = 300;

/** Writes the state to a URL, without default values. The URL's other parameters stay. */
export function writeListState<T extends TableKeys>(
  state: ListState<T>,
  table: T,
  into = new URLSearchParams(),
): URLSearchParams {
  const defaults = defaultsOf(table);
  const params = new URLSearchParams(into);
  for (const name of ownParameters) {
    params.delete(name);
    if (state[name] !== defaults[name]) params.set(name, String(state[name]));
  }
  for (const name of conditionsOf(table)) {
    params.delete(name);
    const value = state.conditions[name];
    if (value) params.set(name, value);
  }
  return params;
}

/** The search and filters of any table's state. */
export type Narrowed = Record<"query" | "field" | "filter" | "batch" | "startDate" | "endDate", string> & {
  conditions: Readonly<Record<string, string | undefined>>;
};

/** Whether a table shows only some of its rows. The field alone narrows nothing. */
export const isNarrowed = ({ query, filter, batch, startDate, endDate, conditions }: Narrowed): boolean =>
  query.trim() !== "" ||
  filter !== everyRow ||
  batch !== "" ||
  startDate !== "" ||
  endDate !== "" ||
  Object.keys(conditions).length > 0;

/** The parameters of a table's call, without those that narrow nothing. */
export const listParams = <T extends TableKeys>(state: ListState<T>) => {
  const { startDate, endDate, filter, batch, query, conditions, ...rest } = state;
  return {
    ...rest,
    ...conditions,
    query: query.trim(),
    ...(filter === everyRow ? {} : { filter }),
    ...(batch ? { batch } : {}),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
  };
};

/** The number of filters of a table that are set. The search is none. */
export const filterCount = ({ filter, batch, startDate, endDate, conditions }: Narrowed): number =>
  [filter !== everyRow, batch !== "", startDate !== "" || endDate !== ""].filter(Boolean).length +
  Object.keys(conditions).length;

export type ListParams<T extends TableKeys> = ReturnType<typeof listParams<T>>;

/** The parameters of an export: the same search and order, without pages. */
export function withoutPages<P extends { page: number; limit: number }>({ page, limit, ...rest }: P) {
  void page;
  void limit;
  return rest;
}
