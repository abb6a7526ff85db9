import { useId, useState } from "react";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { PageLink } from "../instant/page-link.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { pinPath } from "../page/paths.ts";
import { reasonTexts, titleOf } from "./bulk-change-texts.ts";
import { type BulkChange, useBulkChangeProfileQuery } from "./bulk-changes-api.ts";

/** Unfolds the first PINs that a bulk change left alone. Nothing if there are none. */
export function LeftAloneFold({ bulkChange }: { bulkChange: BulkChange }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const count = bulkChange.already + bulkChange.refused;
  if (count === 0) return null;
  return (
    <>
      <Button
        small
        tone="plain"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`PINs left alone (${groupedNumber(count)}): ${titleOf(bulkChange)}`}
        onClick={() => setOpen(!open)}
      >
        <span>{`Left alone (${groupedNumber(count)})`}</span>
        <Icon name={open ? "close" : "open"} />
      </Button>
      <div id={id} className="o-bulk-left-alone" hidden={!open}>
        {open && <LeftAlone id={bulkChange.id} count={count} />}
      </div>
    </>
  );
}

function LeftAlone({ id, count }: { id: string; count: number }) {
  const { data, error, refetch } = useBulkChangeProfileQuery(id);
  if (!data)
    return error === undefined ? <Skeleton lines={2} /> : <LoadFailure error={error} refetch={refetch} />;
  const more = count - data.leftAlone.length;
  return (
    <>
      <ul aria-label="PINs left alone">
        {data.leftAlone.map(({ pin, reason }) => (
          <li key={pin}>
            {reason === "not_found" ? pin : <PageLink to={pinPath(pin)}>{pin}</PageLink>}:{" "}
            {reasonTexts[reason]}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-body-secondary">{`And ${groupedNumber(more)} more.`}</p>}
    </>
  );
}
