import type { ReactNode } from "react";
import { isApiError, listedErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { DateTime } from "../dates/date-time.tsx";
import { type PinImportProgress, type PinImportResult, useExportRefusedRowsMutation } from "./imports-api.ts";

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
        {progress?.state === "running" && <Running fileName={progress.fileName} progress={progress} />}
      </div>
    );
  if (running) return <Running fileName={fileName} progress={progress} />;
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

/** Says what is being done with a file now. */
export const Processing = ({ fileName, children }: { fileName: string; children: string }) => (
  <div role="status" className="hstack gap-3">
    <span className="spinner-border spinner-border-sm" aria-hidden="true" />
    <span className="text-break">
      <strong>{fileName}</strong> {children}
    </span>
  </div>
);

function Running({ fileName, progress }: Pick<ImportStateProps, "progress"> & { fileName: string }) {
  return (
    <div className="vstack gap-2">
      <Processing fileName={fileName}>is processing. Please stand by!</Processing>
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

/** The first rows that are left out, each with its line number, and the number of all. */
export function RowsLeftOut({
  errors,
  all,
  children,
}: {
  errors: readonly string[];
  all: number;
  children?: ReactNode;
}) {
  if (errors.length === 0) return null;
  const more = all - errors.length;
  return (
    <div className="vstack gap-2">
      <h3 className="o-small-heading mb-0">Rows left out</h3>
      <ul className="o-left-out mb-0 ps-4 text-break" aria-label="Rows left out">
        {errors.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      {more > 0 && <p className="text-body-secondary mb-0">{`And ${groupedNumber(more)} more.`}</p>}
      {children}
    </div>
  );
}

export interface RefusedRowsButtonProps {
  importId: string;
  fileName: string;
  /** The number of rows in the download. */
  rows: number;
}

/** Downloads the rows that an import left out, each with its line, its text and the reason. */
export function RefusedRowsButton({ importId, fileName, rows }: RefusedRowsButtonProps) {
  const [exportRows, { error, isLoading }] = useExportRefusedRowsMutation();
  const counted = rows === 1 ? "1 refused row" : `${groupedNumber(rows)} refused rows`;
  return (
    <div className="hstack flex-wrap gap-3">
      <Button
        tone="quiet"
        small
        busy={isLoading}
        busyLabel="Downloading..."
        aria-label={`Download ${counted} of ${fileName}`}
        onClick={() => void exportRows(importId)}
      >
        <Icon name="download" />
        <span>{counted}</span>
      </Button>
      <Banner tone="error">{error !== undefined && messageOf(error)}</Banner>
    </div>
  );
}
