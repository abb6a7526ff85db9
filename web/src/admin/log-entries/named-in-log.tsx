import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { Copyable, CopyButton } from "../../ui/copying/copy-button.tsx";
import { LineDrawing } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { PageLink } from "../instant/page-link.tsx";
import { EmailText } from "../table/email-text.tsx";
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
