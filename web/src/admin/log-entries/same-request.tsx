import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { Link } from "react-router";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { logPathWith } from "../page/paths.ts";

/** What else happened: a link to all entries of the same request. Nothing for an entry that is alone in it. */
export function sameRequest({ actionType, partOf, others, request }: LogEntryRow) {
  if (partOf === null && others === 0) return null;
  const text = partOf ? `Part of: ${partOf.action}` : moreEntries(others);
  if (request === null) return text;
  return (
    <Link
      to={logPathWith({ request })}
      aria-label={`${text}. All entries of the request of: ${actionType.name}`}
    >
      {text}
    </Link>
  );
}

const moreEntries = (count: number) =>
  count === 1 ? "1 more entry" : `${groupedNumber(count)} more entries`;
