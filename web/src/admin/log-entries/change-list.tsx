import type { LogEntryRow } from "@ornament/contracts/api/action-log";

/** The values before and after of an entry, one line for each changed thing. */
export function ChangeList({ changes }: Pick<LogEntryRow, "changes">) {
  return (
    <ul className="o-log-changes list-unstyled text-break">
      {changes.map(({ what, from, to }) => (
        <li key={`${what} ${to}`}>
          <span className="text-body-secondary">{what}:</span>{" "}
          {from !== null && (
            <>
              <span>{from || "empty"}</span> <span aria-hidden="true">→</span>
              <span className="visually-hidden">to</span>{" "}
            </>
          )}
          <strong>{to || "empty"}</strong>
        </li>
      ))}
    </ul>
  );
}
