import { useEffect, useState } from "react";
import { api } from "../../app/api/api-base.ts";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { Fold } from "../../ui/fold.tsx";
import { useInstant } from "../instant/shown-instant.tsx";
import { Loaded } from "../page/loaded.tsx";
import { Panel } from "../page/panel.tsx";
import { BulkChangeItem, isRunning } from "./bulk-change-item.tsx";
import { type BulkChange, useBulkChangeProfileQuery, useListBulkChangesQuery } from "./bulk-changes-api.ts";

const runningPollMs = 1_000;
const idlePollMs = 20_000;
const runningMark = " runs";

export interface BulkChanges {
  /** The latest others, newest first. */
  readonly earlier: readonly BulkChange[];
  /** Those that run, and those that ended while this page was open. */
  readonly current: readonly BulkChange[];
}

/**
 * The latest bulk changes, also those of other admins. They are polled, fast while one runs. When one begins or
 * ends, the lists are loaded again. None for a screen as it stood at an instant.
 */
export function useBulkChanges(): BulkChanges {
  const [ended, setEnded] = useState<ReadonlySet<string>>();
  const [states, setStates] = useState<string>();
  const dispatch = useAppDispatch();
  const { data } = useListBulkChangesQuery(undefined, {
    pollingInterval: states?.includes(runningMark) ? runningPollMs : idlePollMs,
    skipPollingIfUnfocused: true,
    skip: useInstant() !== undefined,
  });
  const rows = data?.rows;
  useEffect(() => {
    if (!rows) return;
    const now = rows.map((row) => `${row.id}${isRunning(row) ? runningMark : ""}`).join();
    if (now === states) return;
    setStates(now);
    // The first answer changes nothing.
    if (states !== undefined) dispatch(api.util.invalidateTags(["Pin", "Consumer", "Log"]));
    else setEnded(new Set(rows.filter((row) => !isRunning(row)).map(({ id }) => id)));
  }, [rows, states, dispatch]);
  const latest = ended && rows ? rows : [];
  return {
    earlier: latest.filter(({ id }) => ended?.has(id)),
    current: latest.filter(({ id }) => !ended?.has(id)),
  };
}

/** The bulk changes that run, and the results of those that ended while the page was open. */
export function CurrentBulkChanges({ rows }: { rows: readonly BulkChange[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel title="Bulk changes now">
      <List rows={rows} />
    </Panel>
  );
}

/** Unfolds earlier bulk changes. Nothing if there was none. */
export function EarlierBulkChanges({ rows }: { rows: readonly BulkChange[] }) {
  if (rows.length === 0) return null;
  return (
    <Panel>
      <Fold label="Earlier bulk changes" look="heading">
        <List rows={rows} />
      </Fold>
    </Panel>
  );
}

const List = ({ rows }: { rows: readonly BulkChange[] }) => (
  <ul className="list-unstyled vstack gap-4">
    {rows.map((row) => (
      <li key={row.id}>
        <BulkChangeItem bulkChange={row} />
      </li>
    ))}
  </ul>
);

/** Unfolds the counts of a bulk change below its entry of the log, with its undo. */
export function BulkChangeFold({ id, of }: { id: string; of: string }) {
  return (
    <Fold label="Details" name={`Details of: ${of}`} className="o-history-part">
      <Unfolded id={id} />
    </Fold>
  );
}

function Unfolded({ id }: { id: string }) {
  const query = useBulkChangeProfileQuery(id);
  // Its undo is a bulk change, too: the log is loaded again at its end.
  useBulkChanges();
  return <Loaded query={query}>{(data) => <BulkChangeItem bulkChange={data} withTitle={false} />}</Loaded>;
}
