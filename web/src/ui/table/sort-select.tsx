import type { Direction } from "@ornament/contracts/tables/table-keys";
import { useId } from "react";
import Form from "react-bootstrap/Form";
import { type Column, isWide } from "./columns.ts";

export interface SortSelectProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  sort: { fieldName: Sort; direction: Direction };
  onSort: (fieldName: Sort, direction: Direction) => void;
}

/**
 * The order of a table in a narrow window, where its rows are cards without headers to press. Nothing for a
 * table that doesn't sort.
 */
export function SortSelect<Row, Sort extends string>({ columns, sort, onSort }: SortSelectProps<Row, Sort>) {
  const id = useId();
  const orders = columns.flatMap(({ header, sort: fieldName }) =>
    fieldName === undefined
      ? []
      : [
          { fieldName, direction: "ASC" as const, label: `${header}, ascending` },
          { fieldName, direction: "DESC" as const, label: `${header}, descending` },
        ],
  );
  const now = orders.findIndex(
    ({ fieldName, direction }) => fieldName === sort.fieldName && direction === sort.direction,
  );
  if (orders.length === 0) return null;
  return (
    <div className={isWide(columns) ? "o-sort-select o-sort-select-wide" : "o-sort-select"}>
      <label htmlFor={id}>Sort by</label>
      <Form.Select
        id={id}
        value={now}
        onChange={({ target }) => {
          const order = orders[Number(target.value)];
          if (order) onSort(order.fieldName, order.direction);
        }}
      >
        {now === -1 && <option value={-1}>Default order</option>}
        {orders.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </Form.Select>
    </div>
  );
}
