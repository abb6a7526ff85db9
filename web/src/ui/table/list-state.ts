import { limits } from "@ornament/contracts/domain/limits";
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

export type PageAction = { type: "page"; page: number };
/** Changes one date, or both. */
export type DatesAction = { type: "dates"; startDate?: string; endDate?: string };
/** Sets the number of rows: a page beyond the last becomes the last. */
export type CountedAction = { type: "counted"; count: number };
export type ListAction<T extends TableKeys = TableKeys> =
  | PageAction
  | DatesAction
  | CountedAction
  | { type: "limit"; limit: number }
  /** Without a direction: the next one for this column. */
  | { type: "sort"; fieldName: SortKey<T>; direction?: Direction | undefined }
  /** `continued`: the term continues the earlier term, so Back skips the earlier term. */
  | { type: "search"; query: string; continued?: boolean }
  | { type: "field"; field: ListState<T>["field"] }
  | { type: "filter"; filter: ListState<T>["filter"] }
  | { type: "batch"; batch: string }
  /** Sets conditions; "" removes one. */
  | { type: "conditions"; set: Conditions<T> }
  /** Shows all rows. Order and page size stay. */
  | { type: "clear" };

/** A table's state and its changes, as `useListState` returns them. */
export type List<T extends TableKeys> = readonly [ListState<T>, (action: ListAction<T>) => void];

/** The state of an unchanged table. */
export const defaultsOf = <T extends TableKeys>({ defaultSort }: T): ListState<T> => ({
  page: 1,
  limit: limits.defaultPageSize,
  ...defaultSort,
  ...notNarrowed<T>(),
});

/** The number of a table's pages; at least one. */
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
    case "conditions":
      return { ...state, page: 1, conditions: withoutBlank({ ...state.conditions, ...action.set }) };
    case "clear":
      return { ...state, page: 1, ...notNarrowed<T>() };
    case "dates": {
      const { startDate = state.startDate, endDate = state.endDate } = action;
      return { ...state, page: 1, startDate, endDate };
    }
    case "counted":
      return clamp(state, action.count);
  }
}

const withoutBlank = <T extends TableKeys>(conditions: Conditions<T>): Conditions<T> =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value)) as Conditions<T>;

/** Up, then down, then the table's default order. */
function sortAfter<T extends TableKeys>(
  { fieldName, direction }: Pick<ListState<T>, "fieldName" | "direction">,
  { fieldName: next, direction: wanted }: { fieldName: SortKey<T>; direction?: Direction | undefined },
  { defaultSort }: T,
): { fieldName: SortKey<T>; direction: Direction } {
  if (wanted) return { fieldName: next, direction: wanted };
  if (fieldName !== next) return { fieldName: next, direction: "ASC" };
  if (direction === "ASC") return { fieldName: next, direction: "DESC" };
  // The column of a descending default order would never be ascending.
  const isDefault = defaultSort.fieldName === next && defaultSort.direction === "DESC";
  return isDefault ? { fieldName: next, direction: "ASC" } : defaultSort;
}

function clamp<T extends TableKeys>(state: ListState<T>, count: number): ListState<T> {
  const last = pagesOf(count, state.limit);
  return state.page > last ? { ...state, page: last } : state;
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
