import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import { limits } from "@ornament/contracts/domain/limits";
import { actionLogTable } from "@ornament/contracts/tables/action-log";
import { useState } from "react";
import { StaleNote } from "../../app/stale-note.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { defaultsOf } from "../../ui/table/list-state.ts";
import { Pager } from "../../ui/table/table-foot.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { EvidenceButton } from "../evidence/evidence-button.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { useListActionLogQuery } from "../log-entries/log-api.ts";
import { logParams } from "../log-entries/log-params.ts";
import { LoadFailure } from "../page/load-failure.tsx";
import { useMayOpen } from "../page/may.ts";
import { HistoryEntry } from "./history-entry.tsx";

const defaults = defaultsOf(actionLogTable);

/** The entries up to an instant; all entries for Now. The log's `until` is the instant after the last entry. */
const upTo = (at: string | undefined) =>
  at === undefined ? {} : { until: new Date(Date.parse(at) + 1).toISOString() };

/**
 * Everything that happened to a subject of the log, the newest first: before and after, who, when, from where
 * and why.
 * @param of the subject's name, such as "ABCD-123"
 */
export function History({ subject, of }: { subject: string; of: string }) {
  const [page, setPage] = useState(1);
  const at = useInstant();
  const params = logParams({ ...defaults, page, conditions: { subject, ...upTo(at) } }, browserTimeZone);
  const { data, error, refetch } = useListActionLogQuery(params);
  const opensAdmins = useMayOpen(adminAccountAddresses.updateAdmin);
  if (!data)
    return error === undefined ? <Skeleton lines={6} /> : <LoadFailure error={error} refetch={refetch} />;
  return (
    <div className="vstack gap-3">
      <StaleNote endpoint="listActionLog" refetch={refetch} />
      {data.count > 0 && <EvidenceButton subject={subject} of={of} />}
      {data.count === 0 ? (
        <EmptyState>Nothing was recorded about it yet.</EmptyState>
      ) : (
        <ol className="o-history-list list-unstyled" aria-label={`History of ${of}`}>
          {data.rows.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} subject={subject} view={{ opensAdmins }} />
          ))}
        </ol>
      )}
      {data.count > limits.defaultPageSize && (
        <div className="o-table-foot">
          <p className="o-range-line mb-0 text-body-secondary o-numbers" role="status">
            {`${groupedNumber(data.count)} entries`}
          </p>
          <Pager
            page={page}
            limit={limits.defaultPageSize}
            count={data.count}
            onPage={setPage}
            label={`Pages of the history of ${of}`}
          />
        </div>
      )}
    </div>
  );
}
