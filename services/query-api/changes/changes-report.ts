import type { ChangedRow } from "@ornament/contracts/api/changes";
import { customerLabel } from "@ornament/contracts/domain/roles";
import { comparedTables } from "@ornament/contracts/read-models/compared-tables";
import type { PlainRow } from "../action-log/log-rows.ts";
import type { RowWithEntries } from "./changed-rows.ts";
import type { Between } from "./comparisons.ts";

type ShownDate = (instant: Date) => string;

const columns = [
  "Change",
  "Row",
  "Field",
  "Before",
  "After",
  "Date",
  "Action",
  "Role",
  "By",
  "Position",
] as const;

const kinds = { added: "Added", removed: "Removed", changed: "Changed" } as const satisfies Record<
  ChangedRow["kind"],
  string
>;

/** `{table} changes _ MM-DD-YY hh-mm-ss a _ MM-DD-YY hh-mm-ss a.csv`, with both instants in the time zone. */
export function changesReportName(
  { table, from, to }: Between,
  shownDate: (instant: Date) => string,
): string {
  const instants = [from, to].map((instant) => shownDate(instant).replace(/[/:]/g, "-"));
  return `${[`${comparedTables[table].title} changes`, ...instants].join(" _ ")}.csv`;
}

/** A line for each changed field, in chunks. A row without fields has one line. */
export async function* changesReport(
  chunks: AsyncIterable<readonly RowWithEntries<PlainRow>[]>,
  shownDate: ShownDate,
): AsyncGenerator<string[][]> {
  yield [[...columns]];
  for await (const rows of chunks) yield rows.flatMap((row) => linesOf(row, shownDate));
}

function linesOf({ kind, name, fields }: RowWithEntries<PlainRow>, shownDate: ShownDate): string[][] {
  const row = [kinds[kind], name];
  if (fields.length === 0) return [[...row, ...Array(columns.length - row.length).fill("")]];
  return fields.map(({ title, before, after, isInstant, entry }) => {
    const shown = (value: string) => (isInstant && value !== "" ? shownDate(new Date(value)) : value);
    return [
      ...row,
      title,
      shown(before),
      shown(after),
      ...(entry ? entryCells(entry, shownDate) : ["", "", "", "", ""]),
    ];
  });
}

const entryCells = (entry: PlainRow, shownDate: ShownDate): string[] => [
  shownDate(new Date(entry.createdAt)),
  entry.actionType.name,
  entry.role,
  actorIn(entry),
  entry.position,
];

/** The actor's present email address, or the API's name of an actor without one; "" for the system. */
function actorIn({ actor, admin, role, about }: PlainRow): string {
  const email = role === customerLabel ? about.consumer?.email : admin?.email;
  return email ?? (actor === "system" ? "" : actor);
}
