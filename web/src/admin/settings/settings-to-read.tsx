import { groupedNumber } from "../../ui/grouped-number.ts";
import { type PinImportProgress, usePinImportProgressQuery } from "../imports/imports-api.ts";
import { Loaded } from "../page/load-failure.tsx";

/** A setting for admins who may read it and not change it. */
export function SettingFact({ label, value }: { label: string; value: string }) {
  return (
    <dl className="o-facts">
      <dt>{label}</dt>
      <dd className="o-break">{value || "Not set"}</dd>
    </dl>
  );
}

const states = { running: "Running", completed: "Complete", interrupted: "Interrupted" } as const;

/** The newest import for admins who may not import. */
export function NewestImport() {
  return (
    <Loaded query={usePinImportProgressQuery()} until={3}>
      {({ import: newest }) =>
        newest ? <ImportFacts progress={newest} /> : <p className="o-soft mb-0">No import yet.</p>
      }
    </Loaded>
  );
}

function ImportFacts({ progress }: { progress: PinImportProgress }) {
  const { fileName, state, added, duplicates, bad } = progress;
  const least = state === "interrupted" ? "At least " : "";
  return (
    <dl className="o-facts">
      <dt>Newest file</dt>
      <dd className="o-break">{fileName}</dd>
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
