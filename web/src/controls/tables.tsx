import { useState } from "react";
import { EmptyState } from "../ui/messages/empty-state.tsx";
import { Button } from "../ui/press/button.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { TableFoot } from "../ui/table/table-foot.tsx";
import { Examples } from "./example.tsx";

interface Row {
  id: number;
  pin: string;
  email: string;
  comment: string;
}

const columns: readonly Column<Row, "pin" | "email">[] = [
  { key: "pin", header: "PIN", sort: "pin", cell: ({ pin }) => <span className="o-numbers">{pin}</span> },
  { key: "email", header: "Email", sort: "email", cell: ({ email }) => email },
  { key: "comment", header: "Comment", wrap: true, share: 1, cell: ({ comment }) => comment },
  {
    key: "actions",
    header: "Actions",
    actions: true,
    cell: () => (
      <Button small tone="quiet">
        Deactivate
      </Button>
    ),
  },
];

const rows: readonly Row[] = [
  { id: 1, pin: "ABCD-123", email: "ann@example.com", comment: "" },
  { id: 2, pin: "ABCD-124", email: "bob@example.com", comment: "Reported as lost." },
  {
    id: 3,
    pin: "ABCD-125",
    email: "an.address.that.is.much.longer.than.the.column@a-subdomain.of-a-company.example.com",
    comment:
      "A comment that is so long that it breaks into several lines inside its cell, whatever the screen.",
  },
];

function Table(props: { caption: string; rows: readonly Row[] | undefined; refreshing?: boolean }) {
  const [sort, setSort] = useState<{ fieldName: "pin" | "email"; direction: "ASC" | "DESC" }>({
    fieldName: "pin",
    direction: "ASC",
  });
  return (
    <DataTable
      caption={props.caption}
      columns={columns}
      rows={props.rows}
      rowKey={({ id }) => id}
      count={props.rows?.length}
      sort={sort}
      onSort={(fieldName) =>
        setSort({
          fieldName,
          direction: sort.direction === "ASC" && sort.fieldName === fieldName ? "DESC" : "ASC",
        })
      }
      refreshing={props.refreshing}
      skeletonRows={3}
      empty={<EmptyState action={<Button tone="quiet">Clear search</Button>}>No matches found</EmptyState>}
    />
  );
}

export function Tables() {
  const [page, setPage] = useState(8);
  return (
    <>
      <Examples title="Table with rows, long text and pages" theme="admin">
        <Table caption="PINs" rows={rows} />
        <TableFoot
          state={{ page, limit: 10 }}
          dispatch={(action) => action.type === "page" && setPage(action.page)}
          count={163}
        />
      </Examples>
      <Examples title="Table that is being reloaded" theme="admin">
        <Table caption="PINs, being reloaded" rows={rows} refreshing />
      </Examples>
      <Examples title="Table without rows" theme="admin">
        <Table caption="No PINs" rows={[]} />
      </Examples>
      <Examples title="Table that is being loaded" theme="admin">
        <Table caption="PINs, being loaded" rows={undefined} />
      </Examples>
    </>
  );
}
