import { useId, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { BulkChangeItem } from "./bulk-change-item.tsx";
import { useBulkChangeProfileQuery } from "./bulk-changes-api.ts";
import { useBulkChanges } from "./bulk-changes-panel.tsx";

/** Unfolds the counts of a bulk change below its entry of the log, with its undo. */
export function BulkChangeFold({ id, of }: { id: string; of: string }) {
  const [open, setOpen] = useState(false);
  const part = useId();
  return (
    <div>
      <Button
        small
        tone="plain"
        aria-expanded={open}
        aria-controls={part}
        aria-label={`Details of: ${of}`}
        onClick={() => setOpen(!open)}
      >
        Details
        <Icon name={open ? "close" : "open"} />
      </Button>
      <div id={part} hidden={!open}>
        {open && <Unfolded id={id} />}
      </div>
    </div>
  );
}

function Unfolded({ id }: { id: string }) {
  const { data, error, refetch } = useBulkChangeProfileQuery(id);
  // Its undo is a bulk change, too: the log is loaded again at its end.
  useBulkChanges();
  if (!data)
    return error === undefined ? <Skeleton lines={2} /> : <LoadFailure error={error} refetch={refetch} />;
  return <BulkChangeItem bulkChange={data} withTitle={false} />;
}
