import { isApiError, listedErrorsOf, messageOf } from "../../app/api-error.ts";
import { Banner } from "../../ui/banner.tsx";
import type { PinImportProgress, PinImportResult } from "./settings-api.ts";

export interface ImportStateProps {
  /** Of the import that is shown; without it there is none. */
  fileName: string | undefined;
  /** How far it has come, as far as that is known. */
  progress: PinImportProgress | undefined;
  running: boolean;
  result: PinImportResult | undefined;
  error: unknown;
}

/** How an import goes: processing, complete with the rows left out, or refused. */
export function ImportState({ fileName, progress, running, result, error }: ImportStateProps) {
  if (fileName === undefined) return <div role="status" />;
  if (error !== undefined) return <Banner tone="error">{failure(error)}</Banner>;
  if (running) return <Processing fileName={fileName} progress={progress} />;
  if (!result) return progress ? <EndedElsewhere progress={progress} /> : null;
  return (
    <div className="o-stack">
      <Banner tone="success">
        <strong>Processing complete!</strong> {result.message}
      </Banner>
      <RowsLeftOut errors={result.errors} all={result.bad + result.duplicates} />
    </div>
  );
}

const failure = (error: unknown) => {
  const [first] = listedErrorsOf(error);
  const interrupted = isApiError(error) && error.status === 0;
  return (
    <>
      {messageOf(error)} {first}
      {interrupted && " What was read until then is imported; the file can be imported again."}
    </>
  );
};

function Processing({ fileName, progress }: Pick<ImportStateProps, "progress"> & { fileName: string }) {
  return (
    <div className="o-stack-tight">
      <div role="status" className="o-processing">
        <span className="o-spinner" aria-hidden="true" />
        <span className="o-break">
          <strong>{fileName}</strong> is processing. Please stand by!
        </span>
      </div>
      {progress !== undefined && progress.rows > 0 && (
        <p className="o-soft o-numbers">
          {progress.rows.toLocaleString("en-US")} rows read, {progress.added.toLocaleString("en-US")} PINs
          added so far
        </p>
      )}
    </div>
  );
}

/** The end of an import that this page did not begin: its counts are known, its rows are not. */
function EndedElsewhere({
  progress: { state, fileName, added, duplicates, bad },
}: {
  progress: PinImportProgress;
}) {
  const counts = `${added} added, ${duplicates} already known, ${bad} bad rows`;
  return state === "completed" ? (
    <Banner tone="success">
      <strong>Processing complete!</strong> {fileName}: {counts}
    </Banner>
  ) : (
    <Banner tone="error">
      {fileName} was interrupted: {counts}. It can be imported again.
    </Banner>
  );
}

/** The first of the rows that were left out, each with its line. */
function RowsLeftOut({ errors, all }: { errors: readonly string[]; all: number }) {
  if (errors.length === 0) return null;
  const more = all - errors.length;
  return (
    <div>
      <h3 className="o-small-heading">Rows left out</h3>
      <ul className="o-left-out" aria-label="Rows left out">
        {errors.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      {more > 0 && <p className="o-soft">And {more.toLocaleString("en-US")} more.</p>}
    </div>
  );
}
