import type { LogEntryRow } from "@ornament/contracts/action-log/api";
import { Link } from "react-router";
import { Copyable, CopyButton } from "../../ui/copying/copy-button.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { LineDrawing } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { PageLink } from "../instant/shown-instant.tsx";
import { logPathWith } from "../page/paths.ts";
import { EmailText } from "../table/cut-text.tsx";
import { actorOf, type LogView, type NamedInLog } from "./log-names.ts";

const funnel = "M4 5h16l-6 7.5V19l-4-2v-4.5z";

/** A PIN or an email address, with a link to its page. */
export function NameText({ name: { text, to, deleted } }: { name: NamedInLog }) {
  const shown = text.includes("@") ? <EmailText email={text} /> : text;
  return (
    <span>
      {to === undefined ? shown : <PageLink to={to}>{shown}</PageLink>}
      {deleted && (
        <>
          {" "}
          <span className="text-body-secondary text-nowrap">(deleted)</span>
        </>
      )}
    </span>
  );
}

/** The same with a button that copies a PIN or an email address. */
export const Name = ({ name }: { name: NamedInLog }) =>
  isCopied(name) ? (
    <Copyable text={name.text}>
      <NameText name={name} />
    </Copyable>
  ) : (
    <NameText name={name} />
  );

const isCopied = ({ text, subject }: NamedInLog) => text.includes("@") || subject.startsWith("pin-");

/** The person who acted, with a button that shows only the entries of that person. Nothing for the system. */
export function ActorName({ entry, view }: { entry: LogEntryRow; view: LogView }) {
  const name = actorOf(entry, view);
  const { actor } = entry;
  const { onActor } = view;
  if (!name) return null;
  return (
    <span className="o-copyable o-copyable-two">
      <NameText name={name} />
      {isCopied(name) && <CopyButton text={name.text} label={`Copy ${name.text}`} />}
      {onActor && (
        <Tooltip text="Only this actor">
          <button
            type="button"
            className="o-copy-button o-only-button"
            aria-label={`Only entries by ${name.text}`}
            onClick={() => onActor(actor)}
          >
            <LineDrawing shape={funnel} />
          </button>
        </Tooltip>
      )}
    </span>
  );
}

/** The values before and after of an entry, one line for each changed thing. */
export function ChangeList({ changes }: Pick<LogEntryRow, "changes">) {
  return (
    <ul className="list-unstyled text-break hstack flex-wrap column-gap-3">
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
