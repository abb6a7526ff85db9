import { actionLogTable } from "@ornament/contracts/action-log/columns";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import { Link } from "react-router";
import { Fold } from "../../ui/fold.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { defaultsOf } from "../../ui/table/list-state.ts";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { EvidenceButton } from "../evidence/evidence-button.tsx";
import { useInstant } from "../instant/shown-instant.tsx";
import { logParams, useListActionLogQuery } from "../log-entries/log-api.ts";
import { Loaded } from "../page/loaded.tsx";
import { useMayOpen } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { logPathWith } from "../page/paths.ts";
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
  const [place, setPlace] = useState<{ page: number; limit: number }>({
    page: 1,
    limit: limits.defaultPageSize,
  });
  const at = useInstant();
  const params = logParams({ ...defaults, ...place, conditions: { subject, ...upTo(at) } }, browserTimeZone);
  const opensAdmins = useMayOpen(adminAccountPaths.updateAdmin);
  return (
    <div className="vstack gap-3">
      <Loaded query={useListActionLogQuery(params)} lines={6}>
        {({ rows, count }) => (
          <>
            {count > 0 && <EvidenceButton subject={subject} of={of} />}
            {count === 0 ? (
              <EmptyState>Nothing was recorded about it yet.</EmptyState>
            ) : (
              <ol className="o-history-list list-unstyled" aria-label={`History of ${of}`}>
                {rows.map((entry) => (
                  <HistoryEntry key={entry.id} entry={entry} subject={subject} view={{ opensAdmins }} />
                ))}
              </ol>
            )}
            {count > limits.defaultPageSize && (
              <TableFoot
                state={place}
                change={(part) => setPlace({ ...place, page: 1, ...part })}
                count={count}
                line={
                  <p className="o-range-line mb-0 text-body-secondary o-numbers" role="status">
                    {`${groupedNumber(count)} entries`}
                  </p>
                }
                label={`Pages of the history of ${of}`}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

interface HistoryProps {
  subject: string;
  /** The subject's name, such as "ABCD-123". */
  of: string;
}

/** A button that unfolds the history of a subject below it. */
export const HistoryFold = (props: HistoryProps) => (
  <div>
    <Fold label="History" name={`History of ${props.of}`} className="mt-3">
      <History {...props} />
    </Fold>
  </div>
);

export interface HistoryPanelProps extends HistoryProps {
  /** Adds a link to the entries that the subject wrote as an actor. */
  isActor?: boolean;
}

/** A card whose heading unfolds the history of a subject. */
export const HistoryPanel = ({ isActor = false, ...props }: HistoryPanelProps) => (
  <Panel>
    <Fold
      label="History"
      name={`History of ${props.of}`}
      look="heading"
      className="mt-3"
      aside={
        isActor && (
          <Link to={logPathWith({ actor: props.subject })} className="text-break">
            {`Everything done by ${props.of}`}
          </Link>
        )
      }
    >
      <History {...props} />
    </Fold>
  </Panel>
);
