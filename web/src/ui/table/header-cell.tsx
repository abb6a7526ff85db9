import type { Direction } from "@ornament/contracts/tables/table-keys";
import { Icon } from "../icon.tsx";
import { Tooltip } from "../tooltip/tooltip.tsx";
import type { Column } from "./columns.ts";

export interface HeaderCellProps<Row, Sort extends string> {
  column: Column<Row, Sort>;
  sort: { fieldName: Sort; direction: Direction };
  onSort: (fieldName: Sort) => void;
  /** The least width of the column, in rem. */
  least: number | undefined;
  /** Other rows are being loaded: a header can be sorted by, and doesn't act on the old rows. */
  refreshing: boolean;
}

/** The header of a column: its name, and a button that sorts by it. */
export function HeaderCell<Row, Sort extends string>({
  column: { header, head, sort: sortKey, tooltip, actions, className },
  sort,
  onSort,
  least,
  refreshing,
}: HeaderCellProps<Row, Sort>) {
  const text = tooltip ?? header;
  const style = least === undefined ? undefined : { minWidth: `${least}rem` };
  if (sortKey === undefined)
    return (
      <th
        scope="col"
        // biome-ignore lint/a11y/noRedundantRoles: the styles of narrow windows take the roles of a table's parts away.
        role="columnheader"
        style={style}
        inert={refreshing}
        className={[actions && "o-cell-actions", className].filter(Boolean).join(" ") || undefined}
      >
        {head ?? (
          <Tooltip text={text}>
            <span>{header}</span>
          </Tooltip>
        )}
      </th>
    );
  const sorted = sort.fieldName === sortKey;
  const up = sort.direction === "ASC";
  return (
    <th
      scope="col"
      // biome-ignore lint/a11y/noRedundantRoles: see above.
      role="columnheader"
      style={style}
      aria-sort={sorted ? (up ? "ascending" : "descending") : "none"}
    >
      <Tooltip text={text}>
        <button type="button" className="o-sort" onClick={() => onSort(sortKey)}>
          {header}
          <span className={sorted ? "o-sort-mark o-sort-mark-on" : "o-sort-mark"}>
            <Icon name={sorted && !up ? "down" : "up"} />
          </span>
        </button>
      </Tooltip>
    </th>
  );
}
