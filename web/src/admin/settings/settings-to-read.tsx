import { StaleNote } from "../../app/stale-note.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { type PinImportProgress, usePinImportProgressQuery } from "../imports/imports-api.ts";
import { useAsOf } from "../instant/use-as-of.ts";
import { LoadFailure } from "../page/load-failure.tsx";

/** A setting for admins who may read it and not change it. */
export function SettingFact({ label, value }: { label: string; value: string }) {
  return (
    <dl className="o-facts">
      <dt>{label}</dt>
      <dd className="text-break">{value || "Not set"}</dd>
    </dl>
  );
}

const states = { running: "Running", completed: "Complete", interrupted: "Interrupted" } as const;

/** The newest import for admins who may not import. */
export function NewestImport() {
  const { data, error, refetch } = usePinImportProgressQuery(...useAsOf(undefined));
  if (!data) return error ? <LoadFailure error={error} refetch={refetch} /> : <Skeleton lines={3} />;
  return (
    <>
      <StaleNote endpoint="pinImportProgress" refetch={refetch} />
      {data.import ? (
        <ImportFacts progress={data.import} />
      ) : (
        <p className="text-body-secondary mb-0">No import yet.</p>
      )}
    </>
  );
}

function ImportFacts({ progress }: { progress: PinImportProgress }) {
  const { fileName, state, added, duplicates, bad } = progress;
  const least = state === "interrupted" ? "At least " : "";
  return (
    <dl className="o-facts">
      <dt>Newest file</dt>
      <dd className="text-break">{fileName}</dd>
      <dt>State</dt>
      <dd>{states[state]}</dd>
      <dt>PINs added</dt>
      <dd>
        {least}
        {groupedNumber(added)}
      </dd>
      <dt>Rows left out</dt>
      <dd>
        {groupedNumber(duplicates)} already imported, {groupedNumber(bad)} bad
      </dd>
    </dl>
  );
}
