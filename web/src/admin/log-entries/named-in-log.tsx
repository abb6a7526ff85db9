import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { Link } from "react-router";
import { CopyButton } from "../../ui/copying/copy-button.tsx";
import { Copyable } from "../../ui/copying/copyable.tsx";
import { LineDrawing } from "../../ui/icon.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { EmailText } from "../table/email-text.tsx";
import { actorOf, type LogView, type NamedInLog } from "./log-names.ts";
import { systemActor } from "./subjects.ts";

const funnel = "M4 5h16l-6 7.5V19l-4-2v-4.5z";

/** A PIN or an email address, with a link to its page. */
export function NameText({ name: { text, to, deleted } }: { name: NamedInLog }) {
  const shown = text.includes("@") ? <EmailText email={text} /> : text;
  return (
    <>
      {to === undefined ? shown : <Link to={to}>{shown}</Link>}
      {deleted && <span className="o-soft"> (deleted)</span>}
    </>
  );
}

/** The same with a button that copies it. */
export const Name = ({ name }: { name: NamedInLog }) => (
  <Copyable text={name.text}>
    <NameText name={name} />
  </Copyable>
);

/** The person who acted, with a button that shows only the entries of that person. Nothing for the system. */
export function ActorName({ entry, view }: { entry: LogEntryRow; view: LogView }) {
  const name = actorOf(entry, view);
  const { actor } = entry;
  const { onActor } = view;
  if (actor === systemActor) return null;
  return (
    <span className="o-copyable o-copyable-two">
      {name ? <NameText name={name} /> : "A deleted account"}
      {name && <CopyButton text={name.text} label={`Copy ${name.text}`} />}
      {onActor && (
        <Tooltip text="Only this actor">
          <button
            type="button"
            className="o-copy-button o-only-button"
            aria-label={`Only entries by ${name?.text ?? "this deleted account"}`}
            onClick={() => onActor(actor)}
          >
            <LineDrawing shape={funnel} />
          </button>
        </Tooltip>
      )}
    </span>
  );
}
