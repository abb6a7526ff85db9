import { limits } from "@ornament/contracts/domain/limits";
import {
  type Direction,
  everyField,
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
  /** MM/DD/YYYY, or "" without a bound. */
  startDate: string;
  endDate: string;
}

export type PageAction = { type: "page"; page: number };
export type DatesAction = { type: "dates"; startDate: string; endDate: string };
/** The number of rows is known: a page beyond the last becomes the last. */
export type CountedAction = { type: "counted"; count: number };
export type ListAction<T extends TableKeys = TableKeys> =
  | PageAction
  | DatesAction
  | CountedAction
  | { type: "limit"; limit: number }
  | { type: "sort"; fieldName: SortKey<T> }
  | { type: "search"; query: string }
  | { type: "field"; field: ListState<T>["field"] };

/** A table's state and how it is changed, as `useListState` returns them. */
export type List<T extends TableKeys> = readonly [ListState<T>, (action: ListAction<T>) => void];

/** The state of a table that was not changed. */
export const defaultsOf = <T extends TableKeys>({ defaultSort }: T): ListState<T> => ({
  page: 1,
  limit: limits.defaultPageSize,
  ...defaultSort,
  query: "",
  field: everyField,
  startDate: "",
  endDate: "",
});

/** How many pages a table has; at least one. */
export const pagesOf = (count: number, limit: number): number => Math.max(1, Math.ceil(count / limit));

/** Another search, filter or page size begins at page 1. Sorting stays on the page. */
export function reduceList<T extends TableKeys>(state: ListState<T>, action: ListAction<T>): ListState<T> {
  switch (action.type) {
    case "page":
      return { ...state, page: Math.max(1, Math.trunc(action.page)) };
    case "limit":
      return { ...state, page: 1, limit: action.limit };
    case "sort":
      return { ...state, fieldName: action.fieldName, direction: nextDirection(state, action.fieldName) };
    case "search":
      return action.query === state.query ? state : { ...state, page: 1, query: action.query };
    case "field":
      return { ...state, page: 1, field: action.field };
    case "dates":
      return { ...state, page: 1, startDate: action.startDate, endDate: action.endDate };
    case "counted":
      return clamp(state, action.count);
  }
}

const nextDirection = (
  { fieldName, direction }: Pick<ListState, "fieldName" | "direction">,
  next: string,
): Direction => (fieldName === next && direction === "ASC" ? "DESC" : "ASC");

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
  "startDate",
  "endDate",
] as const satisfies readonly (keyof ListState)[];

/** Whether an address has a part of a table's state. */
export const hasListState = (params: URLSearchParams): boolean => parameters.some((name) => params.has(name));

/** Reads a table's state from an address or from storage. What the table doesn't allow falls back to the default. */
export function readListState<T extends TableKeys>(params: URLSearchParams, table: T): ListState<T> {
  const defaults = defaultsOf(table);
  const page = Number(params.get("page"));
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : defaults.page,
    limit: oneOf(limits.pageSizes, Number(params.get("limit"))) ?? defaults.limit,
    fieldName: oneOf(sortKeysOf(table), params.get("fieldName")) ?? defaults.fieldName,
    direction: oneOf(["ASC", "DESC"], params.get("direction")) ?? defaults.direction,
    query: (params.get("query") ?? defaults.query).slice(0, limits.searchTerm),
    field: oneOf(table.search, params.get("field")) ?? defaults.field,
    startDate: dateOr(params.get("startDate"), defaults.startDate),
    endDate: dateOr(params.get("endDate"), defaults.endDate),
  };
}

const oneOf = <V>(allowed: readonly V[], value: unknown): V | undefined =>
  allowed.find((one) => one === value);

const dateOr = (value: string | null, otherwise: string): string =>
  value !== null && /^\d{2}\/\d{2}\/\d{4}$/.test(value) ? value : otherwise;

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

/** The parameters of a table's call, without a date that has no bound. */
export const listParams = <T extends TableKeys>(state: ListState<T>) => {
  const { startDate, endDate, query, ...rest } = state;
  return {
    ...rest,
    query: query.trim(),
    ...(startDate ? { startDate } : {}),
    ...(endDate ? { endDate } : {}),
  };
};
