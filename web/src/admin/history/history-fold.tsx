import { useId, useState } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Panel } from "../page/panel.tsx";
import { logPathWith } from "../page/paths.ts";
import { History } from "./history.tsx";

interface HistoryProps {
  subject: string;
  /** The subject's name, such as "ABCD-123". */
  of: string;
  /** Adds a link to the entries that the subject wrote as an actor. */
  isActor?: boolean;
}

/** A button that unfolds the history of a subject below it. The history is loaded when it is unfolded. */
export function HistoryFold({ subject, of, isActor = false }: HistoryProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <div className="o-row">
        <Button
          small
          tone="quiet"
          aria-expanded={open}
          aria-controls={id}
          aria-label={`History of ${of}`}
          onClick={() => setOpen(!open)}
        >
          History
          <Icon name={open ? "close" : "open"} />
        </Button>
        {isActor && (
          <Link to={logPathWith({ actor: subject })} className="o-break">
            Everything done by {of}
          </Link>
        )}
      </div>
      <div id={id} className="o-history-fold" hidden={!open}>
        {open && <History subject={subject} of={of} />}
      </div>
    </div>
  );
}

/** The same as a card. */
export const HistoryPanel = (props: HistoryProps) => (
  <Panel title="History">
    <HistoryFold {...props} />
  </Panel>
);
