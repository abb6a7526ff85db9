import { Link } from "react-router";
import { Fold } from "../../ui/fold.tsx";
import { Panel, type PanelProps } from "../page/panel.tsx";
import { logPathWith } from "../page/paths.ts";
import { History } from "./history.tsx";

interface HistoryProps {
  subject: string;
  /** The subject's name, such as "ABCD-123". */
  of: string;
}

/** A button that unfolds the history of a subject below it. */
export const HistoryFold = (props: HistoryProps) => (
  <div>
    <Fold
      label="History"
      name={`History of ${props.of}`}
      look="quiet"
      buttonClass="o-history-button"
      className="o-history-fold"
    >
      <History {...props} />
    </Fold>
  </div>
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
      label="History"
      name={`History of ${props.of}`}
      look="heading"
      className="o-history-fold"
      aside={
        isActor && (
          <Link to={logPathWith({ actor: props.subject })} className="o-break">
            {`Everything done by ${props.of}`}
          </Link>
        )
      }
    >
      <History {...props} />
    </Fold>
  </Panel>
);
