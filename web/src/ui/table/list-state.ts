import { limits } from "@ornament/contracts/domain/limits";
import {
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

/** What a table shows, with the names that its call has for it. */
export interface ListState<T extends TableKeys = TableKeys> {
  page: number;
  limit: number;
  fieldName: SortKey<T>;
  direction: Direction;
  /** The term looked for. */
  query: string;
  /** The search key it is looked for in. */
  field: SearchKey<T> | typeof everyField;
  /** Which rows are wanted. */
  filter: FilterKey<T> | typeof everyRow;
  /** Only rows of this PIN batch; "" for all. */
  batch: string;
  /** MM/DD/YYYY, or "" without a bound. An address can hold any other text, which a message is shown for. */
  startDate: string;
  endDate: string;
}

/** Everything that narrows a table, as it is by default. */
const notNarrowed = {
  query: "",
  field: everyField,
  filter: everyRow,
  batch: "",
  startDate: "",
  endDate: "",
} as const satisfies Partial<ListState>;

export type PageAction = { type: "page"; page: number };
export type DatesAction = { type: "dates"; startDate: string; endDate: string };
/** The number of rows is known: a page beyond the last becomes the last. */
export type CountedAction = { type: "counted"; count: number };
export type ListAction<T extends TableKeys = TableKeys> =
  | PageAction
  | DatesAction
  | CountedAction
  | { type: "limit"; limit: number }
  /** Without a direction: the next one for this column. */
  | { type: "sort"; fieldName: SortKey<T>; direction?: Direction | undefined }
  /** `continued`: the term goes on from the one before, so the one before is no step that Back leads to. */
  | { type: "search"; query: string; continued?: boolean }
  | { type: "field"; field: ListState<T>["field"] }
  | { type: "filter"; filter: ListState<T>["filter"] }
  | { type: "batch"; batch: string }
  /** Shows all rows. Order and page size stay. */
  | { type: "clear" };

/** A table's state and how it is changed, as `useListState` returns them. */
export type List<T extends TableKeys> = readonly [ListState<T>, (action: ListAction<T>) => void];

/** The state of a table that was not changed. */
export const defaultsOf = <T extends TableKeys>({ defaultSort }: T): ListState<T> => ({
  page: 1,
  limit: limits.defaultPageSize,
  ...defaultSort,
  ...notNarrowed,
});

/** How many pages a table has; at least one. */
export const pagesOf = (count: number, limit: number): number => Math.max(1, Math.ceil(count / limit));

/** Another search, filter or page size begins at page 1. Sorting stays on the page. */
export function reduceList<T extends TableKeys>(
  state: ListState<T>,
  action: ListAction<T>,
  table: T,
): ListState<T> {
  switch (action.type) {
    case "page":
      return { ...state, page: Math.max(1, Math.trunc(action.page)) };
    case "limit":
      return { ...state, page: 1, limit: action.limit };
    case "sort":
      return { ...state, ...sortAfter(state, action, table) };
    case "search":
      return action.query === state.query ? state : { ...state, page: 1, query: action.query };
    case "field":
      return { ...state, page: 1, field: action.field };
    case "filter":
      return { ...state, page: 1, filter: action.filter };
    case "batch":
      return { ...state, page: 1, batch: action.batch };
    case "clear":
      return { ...state, page: 1, ...notNarrowed };
    case "dates":
      return { ...state, page: 1, startDate: action.startDate, endDate: action.endDate };
    case "counted":
      return clamp(state, action.count);
  }
}

/** Up, then down, then the table's default order. */
function sortAfter<T extends TableKeys>(
  { fieldName, direction }: Pick<ListState<T>, "fieldName" | "direction">,
  { fieldName: next, direction: wanted }: { fieldName: SortKey<T>; direction?: Direction | undefined },
  { defaultSort }: T,
): { fieldName: SortKey<T>; direction: Direction } {
  if (wanted) return { fieldName: next, direction: wanted };
  if (fieldName !== next) return { fieldName: next, direction: "ASC" };
  if (direction === "ASC") return { fieldName: next, direction: "DESC" };
  // A column that is the default order going down would never go up.
  const isDefault = defaultSort.fieldName === next && defaultSort.direction === "DESC";
  return isDefault ? { fieldName: next, direction: "ASC" } : defaultSort;
}

function clamp<T extends TableKeys>(state: ListState<T>, count: number): ListState<T> {
  const last = pagesOf(count, state.limit);
  return state.page > last ? { ...state, page: last } : state;
}

const parameters = [
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

/** Whether an address has a part of a table's state. */
export const hasListState = (params: URLSearchParams): boolean => parameters.some((name) => params.has(name));

/** Reads a table's state from an address or from storage. What the table doesn't allow falls back to the default. */
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
  };
}

const oneOf = <V>(allowed: readonly V[], value: unknown): V | undefined =>
  allowed.find((one) => one === value);

/** Room for a date in any form that can be read. */
const dateLength = 40;

/** Writes the state beside an address's other parameters, without what is as by default. */
export function writeListState<T extends TableKeys>(
  state: ListState<T>,
  table: T,
  into = new URLSearchParams(),
): URLSearchParams {
  const defaults = defaultsOf(table);
  const params = new URLSearchParams(into);
  for (const name of parameters) {
    params.delete(name);
    if (state[name] !== defaults[name]) params.set(name, String(state[name]));
  }
  return params;
}

/** The part of a table's state that narrows its rows, of any table. */
export type Narrowed = Record<"query" | "field" | "filter" | "batch" | "startDate" | "endDate", string>;

/** Whether a table shows only some of its rows. The field alone narrows nothing. */
export const isNarrowed = ({ query, filter, batch, startDate, endDate }: Narrowed): boolean =>
  query.trim() !== "" || filter !== everyRow || batch !== "" || startDate !== "" || endDate !== "";

/** The parameters of a table's call, without those that narrow nothing. */
export const listParams = <T extends TableKeys>(state: ListState<T>) => {
  const { startDate, endDate, filter, batch, query, ...rest } = state;
  return {
    ...rest,
    query: query.trim(),
    ...(filter === everyRow ? {} : { filter }),
    ...(batch ? { batch } : {}),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
  };
};
