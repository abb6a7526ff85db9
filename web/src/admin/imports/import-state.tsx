import { isApiError, listedErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { DateTime } from "../dates/date-time.tsx";
import type { PinImportProgress, PinImportResult } from "./imports-api.ts";
import { RefusedRowsButton } from "./refused-rows-button.tsx";
import { RowsLeftOut } from "./rows-left-out.tsx";

export interface ImportStateProps {
  /** The file of the import that is shown; undefined if there is none. */
  fileName: string | undefined;
  /** The import's progress, once it is loaded. */
  progress: PinImportProgress | undefined;
  running: boolean;
  /** The PINs that the preview counted as new; undefined without a preview. */
  expected?: number | undefined;
  result: PinImportResult | undefined;
  error: unknown;
}

/** The state of an import: processing, complete (with the rows that were left out), or refused. */
export function ImportState({ fileName, progress, running, expected, result, error }: ImportStateProps) {
  if (fileName === undefined) return <div role="status" />;
  if (error !== undefined)
    return (
      <div className="vstack gap-4">
        <Banner tone="error">{failure(error)}</Banner>
        {progress?.state === "running" && <Processing fileName={progress.fileName} progress={progress} />}
      </div>
    );
  if (running) return <Processing fileName={fileName} progress={progress} />;
  if (!result) return progress ? <EndedElsewhere progress={progress} /> : null;
  const all = result.bad + result.duplicates;
  const fewer = (expected ?? 0) - result.added;
  return (
    <div className="vstack gap-4">
      <Banner tone={toneOf(result)}>
        <strong>Processing complete!</strong> {result.message}
      </Banner>
      {fewer > 0 && (
        <Banner tone="notice">
          {groupedNumber(fewer)} of the {groupedNumber(expected ?? 0)} new PINs of the check{" "}
          {fewer === 1 ? "was" : "were"} added by somebody else in the meantime. The result is what the import
          did.
        </Banner>
      )}
      <RowsLeftOut errors={result.errors} all={all}>
        <RefusedRowsButton importId={result.importId} fileName={fileName} rows={all} />
      </RowsLeftOut>
    </div>
  );
}

/** An import that added nothing has not done what it was for. */
const toneOf = ({ added }: { added: number }) => (added > 0 ? "success" : "error");

const failure = (error: unknown) => {
  const [first] = listedErrorsOf(error);
  const interrupted = isApiError(error) && error.status === 0;
  const rest = interrupted && "The rows read so far were imported. You can import the file again.";
  return [messageOf(error), first, rest].filter(Boolean).join(" ");
};

function Processing({ fileName, progress }: Pick<ImportStateProps, "progress"> & { fileName: string }) {
  return (
    <div className="vstack gap-2">
      <div role="status" className="hstack gap-3">
        <span className="spinner-border spinner-border-sm" aria-hidden="true" />
        <span className="text-break">
          <strong>{fileName}</strong> is processing. Please stand by!
        </span>
      </div>
      {progress !== undefined && (
        <p className="text-body-secondary o-numbers mb-0 text-break">
          Started by {progress.startedBy?.email ?? "another admin"} at{" "}
          <DateTime instant={progress.startedAt} />.{" "}
          <span>{`${groupedNumber(progress.rows)} rows read, ${groupedNumber(progress.added)} PINs added`}</span>{" "}
          so far. One import runs at a time.
        </p>
      )}
    </div>
  );
}

/** The result of an import that this page didn't start. The history of imports has its refused rows. */
function EndedElsewhere({ progress }: { progress: PinImportProgress }) {
  const { state, fileName, added, duplicates, bad } = progress;
  const counts = `${groupedNumber(added)} added, ${groupedNumber(duplicates)} already imported, ${groupedNumber(bad)} bad rows`;
  return state === "completed" ? (
    <Banner tone={toneOf(progress)}>
      <strong>Processing complete!</strong> {fileName}: {counts}
    </Banner>
  ) : (
    <Banner tone="error">
      The import of {fileName} was interrupted: at least {counts}. You can import the file again. PINs that
      were added stay.
    </Banner>
  );
}
