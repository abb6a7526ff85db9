import type { FrozenRow, ReadModelState } from "@ornament/contracts/api/read-models";
import { Link } from "react-router";
import { DateTime } from "../dates/date-time.tsx";
import { Panel } from "../page/panel.tsx";
import { adminProfilePath, consumerProfilePath, pinPath } from "../page/paths.ts";
import { counted, readModelNames } from "./state-texts.ts";

/** The entries of a read model that miss events. */
export function FrozenRows({ model }: { model: ReadModelState }) {
  const { name, notUpToDate, frozen } = model;
  if (!notUpToDate) return null;
  const more = notUpToDate.groups - frozen.length;
  return (
    <Panel title={`${readModelNames[name]}: not up to date`}>
      <p>
        Since <DateTime instant={notUpToDate.since} /> this read model leaves out{" "}
        {counted(notUpToDate.events, "event")}, because its code failed there. These entries keep their former
        state. After the repair, an operator runs <code>projections rebuild {name}</code>.
      </p>
      <ul className="o-frozen-rows">
        {frozen.map((row) => (
          <li key={row.what}>
            <Subject row={row} /> {row.isMissing ? "may be missing" : "keeps its former state"} since{" "}
            <DateTime instant={row.since} /> ({row.event})
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Panel>
  );
}

function Subject({ row: { pin, consumer, admin, what } }: { row: FrozenRow }) {
  if (pin !== null) return <Link to={pinPath(pin)}>PIN {pin}</Link>;
  if (consumer !== null) return <Link to={consumerProfilePath(consumer)}>Consumer {consumer}</Link>;
  if (admin !== null) return <Link to={adminProfilePath(admin)}>Admin {admin}</Link>;
  return <span>Entry {what}</span>;
}
