import { randomUUID } from "node:crypto";
import { Binary, BSONType } from "bson";
import { isStorageFull } from "../../files/storage-full.ts";
import { type Cell, cellOf, cellOfField, type Fields, jsValueOf } from "../bson/raw-document.ts";
import { type Doc, shown } from "../bson/values.ts";
import { CommandError, notImplemented } from "../protocol/errors.ts";
import { filterSql } from "../query/filter.ts";
import type { SortOrder } from "../query/sort.ts";
import type { SqlDatabase } from "./sql-database.ts";

export interface IndexDefinition {
  readonly name: string;
  readonly key: SortOrder;
}

export interface Query {
  readonly filter: Doc;
  readonly sort?: SortOrder | undefined;
  readonly skip?: number | undefined;
  /** Undefined: no limit. */
  readonly limit?: number | undefined;
}

/** The lasting facts of a collection, as JSON in the catalog. */
export interface Definition {
  /** The fields with a column, in the order of the columns. Empty before the first document. */
  readonly fields: string[];
  /** The fields that have a value without an order in some document, e.g. an array. */
  readonly unordered: string[];
  /** The fields that are flags in the first document, and have an index. */
  readonly flags: string[];
  readonly indexes: IndexDefinition[];
}

export const newDefinition = (): Definition => ({
  fields: [],
  unordered: [],
  flags: [],
  indexes: [{ name: "_id_", key: [["_id", 1]] }],
});

/** Fewer new documents don't change the choice of an index. */
const FEW = 500;

/**
 * A collection as two tables: `c` with a column for each field of a document, in which documents are found,
 * and `r` with their BSON. `seq` is the order of insertion.
 */
export class Collection {
  readonly uuid = new Binary(Buffer.from(randomUUID().replaceAll("-", ""), "hex"), Binary.SUBTYPE_UUID);
  isDropped = false;
  readonly #columns: Map<string, string>;
  readonly #unordered: Set<string>;
  /** The names of the indexes that SQLite has. */
  readonly #made: Set<string>;
  #lastSeq: number;
  /** The place of the last document when SQLite's statistics were made. */
  #analyzedUpTo: number;

  constructor(
    private readonly sql: SqlDatabase,
    readonly id: number,
    readonly database: string,
    readonly name: string,
    private readonly definition: Definition,
    private readonly onDefined: (definition: Definition) => void,
  ) {
    const { fields, unordered } = definition;
    this.#columns = new Map(fields.map((field, at) => [field, `f${at}`]));
    this.#unordered = new Set(unordered);
    this.#lastSeq = this.#isMade ? Number(sql.rows(`SELECT max(seq) FROM c${id}`)[0]?.[0] ?? 0) : 0;
    this.#analyzedUpTo = this.#lastSeq;
    const indexed = sql.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?", [
      `c${id}`,
    ]);
    this.#made = new Set(indexed.map(([name]) => String(name)));
  }

  get namespace(): string {
    return `${this.database}.${this.name}`;
  }

  get indexes(): readonly IndexDefinition[] {
    return this.definition.indexes;
  }

  /** The tables are made for the first document, because a column that is added later takes some time. */
  get #isMade(): boolean {
    return this.definition.fields.length > 0;
  }

  count(filter: Doc): number {
    const { text, values } = filterSql(this.#withoutCertain(filter), this);
    if (!this.#isMade) return 0;
    this.#analyze();
    return Number(this.sql.rows(`SELECT count(*) FROM c${this.id} WHERE ${text}`, values)[0]?.[0]);
  }

  /** The places of the matching documents, in order. */
  find({ filter, sort = [], skip = 0, limit = -1 }: Query): number[] {
    const { text, values, isSearch } = filterSql(this.#withoutCertain(filter), this);
    // To read the table and to sort what is found is faster than to read it in the order of an index.
    const order = sort.length > 0 ? this.#columnsOf(sort, isSearch ? "+" : "") : "seq";
    if (!isSearch) this.#makeIndexes(sort[0]?.[0]);
    if (!this.#isMade) return [];
    this.#analyze();
    const [[found] = []] = this.sql.rows(
      `SELECT json_group_array(seq) FROM (
        SELECT seq FROM c${this.id} WHERE ${text} ORDER BY ${order} LIMIT ${limit} OFFSET ${skip})`,
      values,
    );
    return JSON.parse(String(found));
  }

  columnOf(field: string): string {
    this.#makeIndexes(field);
    return this.#column(field);
  }

  search(column: string, pattern: RegExp, part: string): number[] {
    if (!this.#isMade) return [];
    return this.sql
      .rows(
        // The driver ends a text at a null character.
        `SELECT seq, CAST(${column} AS BLOB) FROM c${this.id}
         WHERE typeof(${column}) = 'text' AND instr(lower(${column}), ?) > 0`,
        [part],
      )
      .flatMap(([place, text]) =>
        pattern.test(Buffer.from(text as ArrayBuffer).toString()) ? Number(place) : [],
      );
  }

  /** The BSON of the documents that are still there, in the order of the places. */
  read(places: readonly number[]): Buffer[] {
    if (places.length === 0) return [];
    return this.sql
      .rows(`SELECT r.raw FROM json_each(?) AS wanted CROSS JOIN r${this.id} AS r ON r.seq = wanted.value`, [
        JSON.stringify(places),
      ])
      .map(([raw]) => Buffer.from(raw as ArrayBuffer));
  }

  insert(raw: Buffer, fields: Fields): void {
    const cells = this.#cellsOf(fields);
    if (!this.#isMade) this.definition.flags.push(...this.#flagsIn(fields));
    this.#make(cells.keys());
    const columns = [...this.#columns];
    const added = this.sql.run(
      `INSERT OR IGNORE INTO c${this.id} (seq, ${columns.map(([, column]) => column).join(", ")})
       VALUES (?${", ?".repeat(columns.length)})`,
      [this.#lastSeq + 1, ...columns.map(([field]) => cells.get(field) ?? null)],
    );
    if (added === 0) throw this.#duplicate(fields);
    this.sql.run(`INSERT INTO r${this.id} (seq, raw) VALUES (?, ?)`, [++this.#lastSeq, raw]);
  }

  /** Replaces the BSON of a document, and the cells that differ. */
  replace(place: number, before: Fields, after: Fields, raw: Buffer): void {
    const cells = this.#cellsOf(after);
    this.#make(cells.keys());
    const changed: [string, Cell][] = [];
    for (const [field, column] of this.#columns) {
      const [former, next] = [before.get(field), after.get(field)];
      const isSame = former === next || (former && next && former.bytes.equals(next.bytes));
      if (!isSame) changed.push([column, cells.get(field) ?? null]);
    }
    if (changed.length > 0)
      this.sql.run(
        `UPDATE c${this.id} SET ${changed.map(([column]) => `${column} = ?`).join(", ")} WHERE seq = ?`,
        [...changed.map(([, cell]) => cell), place],
      );
    this.sql.run(`UPDATE r${this.id} SET raw = ? WHERE seq = ?`, [raw, place]);
  }

  remove(place: number): void {
    for (const table of ["c", "r"]) this.sql.run(`DELETE FROM ${table}${this.id} WHERE seq = ?`, [place]);
  }

  addIndex(index: IndexDefinition): void {
    for (const [field] of index.key) if (this.#unordered.has(field)) throw unorderedKey(field);
    this.definition.indexes.push(index);
    this.#defined();
  }

  #column(field: string): string {
    if (this.#unordered.has(field)) throw notImplemented(`filters on arrays, such as the field '${field}',`);
    return this.#columns.get(field) ?? "NULL";
  }

  #columnsOf = (key: SortOrder, sign = "") =>
    key
      .map(([field, direction]) => `${sign}${this.#column(field)}${direction < 0 ? " DESC" : ""}`)
      .join(", ");

  /**
   * The filter without the values that an index shows in all documents, such as that of `deleted`. Then an
   * index alone may lead to a page, without a look at each document before it.
   */
  #withoutCertain(filter: Doc): Doc {
    if (!this.#isMade) return filter;
    const isCertain = ([field, value]: [string, unknown]) => {
      const cell = cellOf(value);
      const isIndexed = this.indexes.some(({ key }) => key.length > 1 && key[0]?.[0] === field);
      if (cell === undefined || cell === null || !isIndexed) return false;
      const edge = (order: string) =>
        `(SELECT ${this.columnOf(field)} FROM c${this.id} ORDER BY 1 ${order} LIMIT 1) = ?`;
      const [[isInAll] = []] = this.sql.rows(`SELECT ${edge("ASC")} AND ${edge("DESC")}`, [cell, cell]);
      return isInAll === 1;
    };
    return Object.fromEntries(Object.entries(filter).filter((condition) => !isCertain(condition)));
  }

  #cellsOf(fields: Fields): Map<string, Cell> {
    const cells = new Map<string, Cell>();
    for (const field of fields.values()) {
      const cell = cellOfField(field);
      if (cell !== undefined) cells.set(field.name, cell);
      else if (!this.#unordered.has(field.name)) this.#addUnordered(field.name);
    }
    return cells;
  }

  #flagsIn = (fields: Fields): string[] =>
    [...new Set(this.indexes.map(({ key }) => key[0]?.[0] ?? ""))].filter(
      (field) => fields.get(field)?.type === BSONType.bool,
    );

  #addUnordered(field: string): void {
    if (this.indexes.some(({ key }) => key.some(([name]) => name === field))) throw unorderedKey(field);
    this.#unordered.add(field);
    this.definition.unordered.push(field);
    this.#defined();
  }

  #defined(): void {
    this.onDefined(this.definition);
  }

  /** Makes the tables, or the columns that are missing. */
  #make(fields: Iterable<string>): void {
    const isMade = this.#isMade;
    const wanted = isMade
      ? fields
      : [...fields, ...this.indexes.flatMap(({ key }) => key.map(([name]) => name))];
    const added: string[] = [];
    for (const field of wanted) {
      if (this.#columns.has(field)) continue;
      const column = `f${this.definition.fields.push(field) - 1}`;
      this.#columns.set(field, column);
      added.push(column);
    }
    if (added.length === 0) return;
    if (isMade) for (const column of added) this.sql.exec(`ALTER TABLE c${this.id} ADD COLUMN ${column}`);
    else {
      this.sql.exec(`CREATE TABLE c${this.id} (seq INTEGER PRIMARY KEY, ${added.join(", ")});
        CREATE TABLE r${this.id} (seq INTEGER PRIMARY KEY, raw BLOB NOT NULL)`);
      this.#createIndex(0);
    }
    this.#defined();
  }

  /**
   * Makes the indexes that begin with the field. They are made for the first query that may use them: to fill a
   * collection without them and to make them afterwards is much faster.
   */
  #makeIndexes(field: string | undefined): void {
    if (!this.#isMade) return;
    for (const [at, { key }] of this.indexes.entries()) {
      if (key[0]?.[0] !== field || this.#made.has(this.#indexName(at))) continue;
      try {
        this.#make(key.map(([name]) => name));
        this.#createIndex(at);
        if (this.#analyzedUpTo > 0) this.sql.exec(`ANALYZE ${this.#indexName(at)}`);
      } catch (error) {
        // On a full disk a query is only slower. A write ends, because SQLite has ended its transaction.
        if (!isStorageFull(error) || this.sql.isWriting) throw error;
      }
    }
  }

  #indexName = (at: number) => `i${this.id}_${at}`;

  #createIndex(at: number): void {
    const key = this.indexes[at]?.key ?? [];
    const flags = this.definition.flags.filter((flag) => !key.some(([field]) => field === flag));
    // A filter by a flag then needs no look at each document in the order of the index.
    const ordered: SortOrder = at === 0 ? key : [...key, ...flags.map((flag) => [flag, 1] as const)];
    const columns = this.#columnsOf(ordered);
    // Most documents may have no value. They would count as one value, and SQLite would expect to find them all.
    const [[field = ""] = [], ...further] = key;
    const values = at > 0 && further.length === 0 ? ` WHERE ${this.#column(field)} IS NOT NULL` : "";
    const name = this.#indexName(at);
    this.sql.exec(`CREATE ${at === 0 ? "UNIQUE " : ""}INDEX ${name} ON c${this.id} (${columns})${values}`);
    this.#made.add(name);
  }

  /** SQLite chooses an index by its statistics, which a good part of new documents makes wrong. */
  #analyze(): void {
    if (this.#lastSeq - this.#analyzedUpTo < Math.max(FEW, this.#analyzedUpTo / 2)) return;
    this.#analyzedUpTo = this.#lastSeq;
    this.sql.exec(`ANALYZE c${this.id}`);
  }

  #duplicate(fields: Fields): CommandError {
    const field = fields.get("_id");
    const id = field && jsValueOf(field);
    return new CommandError(
      11000,
      `E11000 duplicate key error collection: ${this.namespace} index: _id_ dup key: { _id: ${shown(id)} }`,
      { keyPattern: { _id: 1 }, keyValue: { _id: id } },
    );
  }
}

const unorderedKey = (field: string) => notImplemented(`arrays as keys, such as the field '${field}',`);
