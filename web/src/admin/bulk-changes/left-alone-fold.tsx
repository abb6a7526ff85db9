import { Fold } from "../../ui/fold.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { PageLink } from "../instant/page-link.tsx";
import { Loaded } from "../page/load-failure.tsx";
import { pinPath } from "../page/paths.ts";
import { reasonTexts, titleOf } from "./bulk-change-texts.ts";
import { type BulkChange, useBulkChangeProfileQuery } from "./bulk-changes-api.ts";

/** Unfolds the first PINs that a bulk change left alone. Nothing if there are none. */
export function LeftAloneFold({ bulkChange }: { bulkChange: BulkChange }) {
  const count = bulkChange.already + bulkChange.refused;
  if (count === 0) return null;
  return (
    <Fold
      label={`Left alone (${groupedNumber(count)})`}
      name={`PINs left alone (${groupedNumber(count)}): ${titleOf(bulkChange)}`}
      className="o-bulk-left-alone"
    >
      <LeftAlone id={bulkChange.id} count={count} />
    </Fold>
  );
}

function LeftAlone({ id, count }: { id: string; count: number }) {
  return (
    <Loaded query={useBulkChangeProfileQuery(id)}>
      {({ leftAlone }) => (
        <>
          <ul aria-label="PINs left alone">
            {leftAlone.map(({ pin, reason }) => (
              <li key={pin}>
                {reason === "not_found" ? pin : <PageLink to={pinPath(pin)}>{pin}</PageLink>}:{" "}
                {reasonTexts[reason]}
              </li>
            ))}
          </ul>
          {count > leftAlone.length && (
            <p className="o-soft">{`And ${groupedNumber(count - leftAlone.length)} more.`}</p>
          )}
        </>
      )}
    </Loaded>
  );
}
