import { limits } from "@ornament/contracts/domain/limits";

export type Direction = "ASC" | "DESC";

/** What a table shows: named as the calls name it (spec §3 "Query options per table"). */
export interface ListState {
  page: number;
  limit: number;
  /** The sort's field. */
  fieldName: string;
  direction: Direction;
  /** The term looked for. */
  query: string;
  /** The search field it is looked for in; `all` for every one. */
  field: string;
  /** MM/DD/YYYY, or "" without a bound. */
  startDate: string;
  endDate: string;
}

/** What a table allows; everything else in an address or in storage is ignored. */
export interface ListRules {
  sortFields: readonly string[];
  searchFields: readonly string[];
  defaults?: Partial<ListState> | undefined;
}

export type ListAction =
  | { type: "page"; page: number }
  | { type: "limit"; limit: number }
  | { type: "sort"; fieldName: string }
  | { type: "search"; query: string }
  | { type: "field"; field: string }
  | { type: "dates"; startDate: string; endDate: string }
  /** The answer says how many rows there are: a page beyond the last becomes the last. */
  | { type: "counted"; count: number };

export const everyField = "all";

const builtIn: ListState = {
  page: 1,
  limit: limits.defaultPageSize,
  fieldName: "id",
  direction: "ASC",
  query: "",
  field: everyField,
  startDate: "",
  endDate: "",
};

export const defaultsOf = (rules: ListRules): ListState => ({ ...builtIn, ...rules.defaults });

export const pagesOf = (count: number, limit: number): number => Math.max(1, Math.ceil(count / limit));

/** Another search, filter or page size begins at page 1; sorting stays on the page (spec §2). */
export function reduceList(state: ListState, action: ListAction): ListState {
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

const nextDirection = (state: ListState, fieldName: string): Direction =>
  state.fieldName === fieldName && state.direction === "ASC" ? "DESC" : "ASC";

function clamp(state: ListState, count: number): ListState {
  const last = pagesOf(count, state.limit);
  return state.page > last ? { ...state, page: last } : state;
}

const keys = Object.keys(builtIn) as (keyof ListState)[];

export const namesListState = (params: URLSearchParams): boolean => keys.some((key) => params.has(key));

/** Reads a table's state out of an address or what was stored; what isn't allowed falls back to the default. */
export function readListState(params: URLSearchParams, rules: ListRules): ListState {
  const defaults = defaultsOf(rules);
  const page = Number(params.get("page"));
  const limit = Number(params.get("limit"));
  const direction = params.get("direction");
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : defaults.page,
    limit: (limits.pageSizes as readonly number[]).includes(limit) ? limit : defaults.limit,
    fieldName: oneOf(params.get("fieldName"), ["id", ...rules.sortFields]) ?? defaults.fieldName,
    direction: direction === "ASC" || direction === "DESC" ? direction : defaults.direction,
    query: (params.get("query") ?? defaults.query).slice(0, limits.searchTerm),
    field: oneOf(params.get("field"), [everyField, ...rules.searchFields]) ?? defaults.field,
    startDate: dateOr(params.get("startDate"), defaults.startDate),
    endDate: dateOr(params.get("endDate"), defaults.endDate),
  };
}

const oneOf = (value: string | null, allowed: readonly string[]): string | undefined =>
  value !== null && allowed.includes(value) ? value : undefined;

const dateOr = (value: string | null, otherwise: string): string =>
  value !== null && /^\d{2}\/\d{2}\/\d{4}$/.test(value) ? value : otherwise;

/** Writes the state beside an address's other parameters; what is as by default isn't written. */
export function writeListState(
  state: ListState,
  rules: ListRules,
  into = new URLSearchParams(),
): URLSearchParams {
  const defaults = defaultsOf(rules);
  const params = new URLSearchParams(into);
  for (const key of keys) {
    params.delete(key);
    if (state[key] !== defaults[key]) params.set(key, String(state[key]));
  }
  return params;
}

/** The parameters of the table's call. */
export const listParams = ({ startDate, endDate, query, ...rest }: ListState, timeZone?: string) => ({
  ...rest,
  query: query.trim(),
  ...(startDate ? { startDate } : {}),
  ...(endDate ? { endDate } : {}),
  ...(timeZone ? { timeZone } : {}),
});
