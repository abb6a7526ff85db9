import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useMay } from "../page/may.ts";
import { ChangedThingItem } from "./changed-thing.tsx";

export interface ChangesListProps {
  changes: AnswerOf<"listChanges">;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
}

/** The changed things of a page, with the pages below. */
export function ChangesList({ changes, onPage, onLimit }: ChangesListProps) {
  const { rows, count } = changes;
  const opensAdmins = useMay(adminAccountAddresses.updateAdmin);
  return (
    <>
      {count === 0 ? (
        <EmptyState>Nothing changed between these times.</EmptyState>
      ) : (
        <ol className="o-history-list list-unstyled" aria-label="Changes">
          {rows.map((thing) => (
            <ChangedThingItem key={thing.subject} thing={thing} view={{ opensAdmins }} />
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
