import { useEffect, useId, useState } from "react";
import { api } from "../../app/api/api-base.ts";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { Icon } from "../../ui/icon.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { Panel } from "../page/panel.tsx";
import { BulkChangeItem, isRunning } from "./bulk-change-item.tsx";
import { type BulkChange, useListBulkChangesQuery } from "./bulk-changes-api.ts";

const runningPollMs = 1_000;
const idlePollMs = 20_000;

/**
 * The latest bulk changes, also those of other admins. It is polled fast while one runs. When one begins or ends,
 * the lists are loaded again. None for a screen as it stood at an instant.
 */
export function useBulkChanges(): readonly BulkChange[] {
  const [running, setRunning] = useState<string>();
  const dispatch = useAppDispatch();
  const { data } = useListBulkChangesQuery(undefined, {
    pollingInterval: running ? runningPollMs : idlePollMs,
    skipPollingIfUnfocused: true,
    skip: useInstant() !== undefined,
  });
  const rows = data?.rows;
  useEffect(() => {
    if (!rows) return;
    const now = rows
      .filter(isRunning)
      .map(({ id }) => id)
      .join();
    if (now === running) return;
    setRunning(now);
    // The first answer changes nothing.
    if (running !== undefined) dispatch(api.util.invalidateTags(["Pin", "Consumer", "Log"]));
  }, [rows, running, dispatch]);
  return rows ?? [];
}

/** The bulk changes that run, and those that this page has seen run. */
export function CurrentBulkChanges({ rows }: { rows: readonly BulkChange[] }) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const fresh = rows.filter((row) => isRunning(row) && !seen.has(row.id)).map(({ id }) => id);
    if (fresh.length > 0) setSeen(new Set([...seen, ...fresh]));
  }, [rows, seen]);
  const current = rows.filter((row) => isRunning(row) || seen.has(row.id));
  if (current.length === 0) return null;
  return (
    <Panel title="Bulk changes now">
      <List rows={current} />
    </Panel>
  );
}

/** Unfolds the latest bulk changes. Nothing if there was none. */
export function LatestBulkChanges({ rows }: { rows: readonly BulkChange[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <Panel>
      <h2 className="o-fold-heading">
        <button
          type="button"
          className="o-fold-button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Latest bulk changes
          <Icon name={open ? "close" : "open"} />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {open && <List rows={rows} />}
      </div>
    </Panel>
  );
}

const List = ({ rows }: { rows: readonly BulkChange[] }) => (
  <ul className="o-bulk-list">
    {rows.map((row) => (
      <li key={row.id}>
        <BulkChangeItem bulkChange={row} />
      </li>
    ))}
  </ul>
);
