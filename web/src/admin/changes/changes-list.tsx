import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useMay } from "../page/may.ts";
import { ChangedRowItem } from "./changed-row.tsx";

export interface ChangesListProps {
  table: ComparedTableName;
  changes: AnswerOf<"listChanges">;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

/** The changed rows of a page, with the pages below. */
export function ChangesList({ table, changes, onPage, onLimit }: ChangesListProps) {
  const { rows, count, from } = changes;
  const opensAdmins = useMay(adminAccountAddresses.updateAdmin);
  return (
    <>
      {count === 0 ? (
        <EmptyState>Nothing changed between these times.</EmptyState>
      ) : (
        <ol className="o-history-list" aria-label="Changes">
          {rows.map((row) => (
            <ChangedRowItem key={row.id} table={table} row={row} from={from} view={{ opensAdmins }} />
          ))}
        </ol>
      )}
      <TableFoot
        state={changes}
        dispatch={(action) => (action.type === "page" ? onPage(action.page) : onLimit(action.limit))}
        count={count}
      />
    </>
  );
}
