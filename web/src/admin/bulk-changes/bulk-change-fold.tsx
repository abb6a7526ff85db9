import { Fold } from "../../ui/fold.tsx";
import { Loaded } from "../page/load-failure.tsx";
import { BulkChangeItem } from "./bulk-change-item.tsx";
import { useBulkChangeProfileQuery } from "./bulk-changes-api.ts";
import { useBulkChanges } from "./bulk-changes-panel.tsx";

/** Unfolds the counts of a bulk change below its entry of the log, with its undo. */
export function BulkChangeFold({ id, of }: { id: string; of: string }) {
  return (
    <div>
      <Fold label="Details" name={`Details of: ${of}`}>
        <Unfolded id={id} />
      </Fold>
    </div>
  );
}

function Unfolded({ id }: { id: string }) {
  const query = useBulkChangeProfileQuery(id);
  // Its undo is a bulk change, too: the log is loaded again at its end.
  useBulkChanges();
  return <Loaded query={query}>{(data) => <BulkChangeItem bulkChange={data} withTitle={false} />}</Loaded>;
}
