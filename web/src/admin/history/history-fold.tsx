import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Panel, type PanelProps } from "../page/panel.tsx";
import { logPathWith } from "../page/paths.ts";
import { History } from "./history.tsx";

interface HistoryProps {
  subject: string;
  /** The subject's name, such as "ABCD-123". */
  of: string;
}

interface FoldButton {
  "aria-expanded": boolean;
  "aria-controls": string;
  "aria-label": string;
  onClick: () => void;
}

interface FoldProps extends HistoryProps {
  head: (button: FoldButton, icon: ReactNode) => ReactNode;
}

/** A history that is loaded when it is unfolded. */
function Fold({ subject, of, head }: FoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = {
    "aria-expanded": open,
    "aria-controls": id,
    "aria-label": `History of ${of}`,
    onClick: () => setOpen(!open),
  };
  return (
    <div>
      {head(button, <Icon name={open ? "close" : "open"} />)}
      <div id={id} className="mt-3" hidden={!open}>
        {open && <History subject={subject} of={of} />}
      </div>
    </div>
  );
}

/** A button that unfolds the history of a subject below it. */
export const HistoryFold = (props: HistoryProps) => (
  <Fold
    {...props}
    head={(button, icon) => (
      <Button small tone="quiet" className="o-history-button" {...button}>
        History
        {icon}
      </Button>
    )}
  />
);

export interface HistoryPanelProps extends HistoryProps {
  /** Adds a link to the entries that the subject wrote as an actor. */
  isActor?: boolean;
  width?: PanelProps["width"];
}

/** A card whose heading unfolds the history of a subject. */
export const HistoryPanel = ({ isActor = false, width = "full", ...props }: HistoryPanelProps) => (
  <Panel width={width}>
    <Fold
      {...props}
      head={(button, icon) => (
        <div className="hstack flex-wrap gap-3 justify-content-between">
          <h2 className="mb-0">
            <button type="button" className="o-fold-button" {...button}>
              History
              {icon}
            </button>
          </h2>
          {isActor && (
            <Link to={logPathWith({ actor: props.subject })} className="text-break">
              {`Everything done by ${props.of}`}
            </Link>
          )}
        </div>
      )}
    />
  </Panel>
);
