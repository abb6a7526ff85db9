import { isApiError, listedErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import type { PinImportProgress, PinImportResult } from "./settings-api.ts";

export interface ImportStateProps {
  /** The file of the import that is shown; undefined if there is none. */
  fileName: string | undefined;
  /** The import's progress, once it is loaded. */
  progress: PinImportProgress | undefined;
  running: boolean;
  result: PinImportResult | undefined;
  error: unknown;
}

/** The state of an import: processing, complete (with the rows that were left out), or refused. */
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
      {interrupted && " The rows read so far were imported. You can import the file again."}
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
          {groupedNumber(progress.rows)} rows read, {groupedNumber(progress.added)} PINs added so far
        </p>
      )}
    </div>
  );
}

/** The result of an import that this page didn't start. The server keeps its counts, not the refused rows. */
function EndedElsewhere({
  progress: { state, fileName, added, duplicates, bad },
}: {
  progress: PinImportProgress;
}) {
  const counts = `${groupedNumber(added)} added, ${groupedNumber(duplicates)} already imported, ${groupedNumber(bad)} bad rows`;
  return state === "completed" ? (
    <Banner tone="success">
      <strong>Processing complete!</strong> {fileName}: {counts}
    </Banner>
  ) : (
    <Banner tone="error">
      The import of {fileName} was interrupted: at least {counts}. You can import the file again. PINs that
      were added stay.
    </Banner>
  );
}

/** The first rows that were left out, each with its line number. */
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
      {more > 0 && <p className="o-soft">And {groupedNumber(more)} more.</p>}
    </div>
  );
}
