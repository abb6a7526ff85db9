import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { StateMark } from "../table/state-mark.tsx";

const why =
  "This event has no valid seal of this product: another program wrote it into the event store. The product shows it here and acts on it nowhere.";

/** Marks an entry whose event another program wrote. */
export const ForgedMark = () => (
  <Tooltip text={why}>
    <button type="button" className="o-forged" aria-description={why}>
      <StateMark tone="bad">Not written by this product</StateMark>
    </button>
  </Tooltip>
);
