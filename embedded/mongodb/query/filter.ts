import { bordersOf, type Cell, cellOf } from "../bson/raw-document.ts";
import { type Doc, isDoc, isOperatorDoc } from "../bson/values.ts";
import { badValue, notImplemented } from "../protocol/errors.ts";
import { checkTopLevel } from "./field-name.ts";
import { readPattern } from "./literal-pattern.ts";

/** A condition in SQL and the values of its parameters. */
export interface Condition {
  readonly text: string;
  readonly values: readonly Cell[];
  /** Whether a text is searched, which no index helps. */
  readonly isSearch?: boolean;
}

/** The collection that a filter is for. */
export interface Filtered {
  /** The column of a field; `NULL` for a field that no document has. Throws NotImplemented for arrays. */
  columnOf(field: string): string;
  /** The places of the documents in which a text of the column matches, among those with the part of it. */
  search(column: string, pattern: RegExp, part: string): number[];
}

/** A collection without documents. */
export const emptyCollection: Filtered = { columnOf: () => "NULL", search: () => [] };

/**
 * Translates a filter: conditions on fields of the document itself, `$and`, `$or` and `$nor`. Throws
 * NotImplemented for other operators.
 */
export const filterSql = (filter: Doc, collection: Filtered): Condition =>
  joined(
    Object.entries(filter).map(([key, value]) => entrySql(key, value, collection)),
    " AND ",
  );

const joined = (parts: readonly Condition[], word: " AND " | " OR "): Condition => ({
  text: parts.length === 0 ? "1" : `(${parts.map(({ text }) => text).join(word)})`,
  values: parts.flatMap(({ values }) => values),
  isSearch: parts.some(({ isSearch }) => isSearch),
});

function entrySql(key: string, value: unknown, collection: Filtered): Condition {
  if (key === "$and") return joined(branchesOf(key, value, collection), " AND ");
  if (key === "$or" || key === "$nor") {
    const any = joined(branchesOf(key, value, collection), " OR ");
    // A comparison with a missing value is null.
    return key === "$or" ? any : { ...any, text: `NOT coalesce(${any.text}, 0)` };
  }
  if (key.startsWith("$")) throw notImplemented(`filters by ${key}`);
  checkTopLevel(key);
  if (!isOperatorDoc(value)) return equalTo(collection.columnOf(key), value);
  const column = collection.columnOf(key);
  const operators = Object.keys(value).map((name) => operatorSql(column, name, value, collection));
  return joined([...operators, ...typeBorders(column, value)], " AND ");
}

function branchesOf(key: string, branches: unknown, collection: Filtered): Condition[] {
  if (!Array.isArray(branches) || branches.length === 0) throw badValue(`${key} must be a nonempty array`);
  return branches.map((branch) => {
    if (!isDoc(branch)) throw badValue("$or/$and/$nor entries need to be full objects");
    return filterSql(branch, collection);
  });
}

const ranges: Readonly<Record<string, string>> = { $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" };

function operatorSql(column: string, name: string, operators: Doc, collection: Filtered): Condition {
  const operand = operators[name];
  if (name === "$in") return oneOf(column, operand);
  if (name === "$regex") return textSearch(column, operators, collection);
  if (name === "$options") {
    if (operators.$regex === undefined) throw badValue("$options needs a $regex");
    return { text: "1", values: [] };
  }
  if (!(name in ranges)) throw notImplemented(`filters by ${name}`);
  if (operand !== null) return { text: `${column} ${ranges[name]} ?`, values: [comparable(operand)] };
  return name === "$gte" || name === "$lte" ? equalTo(column, null) : { text: "0", values: [] };
}

function comparable(value: unknown): Exclude<Cell, null> {
  const cell = cellOf(value);
  if (cell === undefined || cell === null)
    throw notImplemented("filters by arrays, documents and other values without an order here");
  return cell;
}

/** Equality; null also matches missing fields. */
const equalTo = (column: string, value: unknown): Condition =>
  value === null
    ? { text: `${column} IS NULL`, values: [] }
    : { text: `${column} = ?`, values: [comparable(value)] };

/** Values of other types than the operand's are in no range, but SQLite has all types in one order. */
function typeBorders(column: string, operators: Doc): Condition[] {
  const bordersAt = (name: string) => {
    const operand = operators[name];
    return operand === undefined || operand === null ? undefined : bordersOf(comparable(operand));
  };
  const above = bordersAt("$gt") ?? bordersAt("$gte");
  const below = bordersAt("$lt") ?? bordersAt("$lte");
  if (above === below) return [];
  return [
    ...(above ? [{ text: `${column} < ?`, values: [above.to] }] : []),
    ...(below?.from === undefined ? [] : [{ text: `${column} >= ?`, values: [below.from] }]),
  ];
}

/** SQLite chooses a better index for a list whose length it knows. */
const few = 128;

/** The list with a length of few kinds, so that few statements are prepared. */
function padded(cells: readonly Cell[]): Cell[] {
  const length = cells.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(cells.length));
  return Array.from({ length }, (_, at) => cells[at] ?? cells[0] ?? null);
}

/** The numbers and texts of a long list are one parameter, so that lists of any length are the same statement. */
function oneOf(column: string, list: unknown): Condition {
  if (!Array.isArray(list)) throw badValue("$in needs an array");
  if (list.some(isOperatorDoc)) throw badValue("cannot nest $ under $in");
  const cells = list.filter((value) => value !== null).map(comparable);
  const isLong = cells.length > few;
  const listed = padded(cells.filter((cell) => !isLong || Buffer.isBuffer(cell)));
  const others = cells.flatMap((cell) => (isLong && !Buffer.isBuffer(cell) ? jsonOf(cell) : []));
  const parts = [
    { text: `${column} IN (${listed.map(() => "?").join()})`, values: listed },
    ...(isLong
      ? [{ text: `${column} IN (SELECT value FROM json_each(?))`, values: [`[${others.join()}]`] }]
      : []),
    ...(list.includes(null) ? [equalTo(column, null)] : []),
  ];
  return joined(parts, " OR ");
}

function jsonOf(cell: number | bigint | string): string {
  if (typeof cell === "string") return JSON.stringify(cell);
  return Math.abs(Number(cell)) === Number.POSITIVE_INFINITY ? `${cell < 0 ? "-" : ""}9e999` : String(cell);
}

function textSearch(column: string, { $regex, $options }: Doc, collection: Filtered): Condition {
  const { text, ignoringCase } = readPattern($regex, $options);
  const isText = `typeof(${column}) = 'text'`;
  if (!ignoringCase)
    return { text: `(${isText} AND instr(${column}, ?) > 0)`, values: [text], isSearch: true };
  // SQLite ignores the case of ASCII letters only, and other letters are equal to k and s.
  const parts = text.match(/[^KSks\u0080-\uffff]+/g) ?? [];
  const [longest = ""] = parts.sort((a, b) => b.length - a.length);
  const places = collection.search(column, ignoringCase, longest.toLowerCase());
  return { text: "seq IN (SELECT value FROM json_each(?))", values: [JSON.stringify(places)] };
}
