import { type FormEvent, useRef, useState } from "react";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useAsOf } from "../instant/use-as-of.ts";
import { keptForEver } from "../typed-text/kept-for-ever.ts";
import { FileField } from "./file-field.tsx";
import { ImportState, type ImportStateProps } from "./import-state.tsx";
import { csvFileProblem } from "./setting-checks.ts";
import { type PinImportProgress, useImportPinsMutation, usePinImportProgressQuery } from "./settings-api.ts";

const pollMs = 1000;

/**
 * The newest import, if this page has seen it run: its own import, one from before a reload, or another
 * admin's. It is polled while it runs, and once more for its result.
 */
function useWatchedImport(ownImportRuns: boolean): PinImportProgress | undefined {
  const [watched, setWatched] = useState<{ importId: string; running: boolean }>();
  const [asked] = useAsOf(undefined);
  const { data } = usePinImportProgressQuery(asked, {
    pollingInterval: ownImportRuns || watched?.running ? pollMs : 0,
  });
  const newest = data?.import;
  const running = newest?.state === "running";
  if (running && (watched?.importId !== newest.importId || !watched.running))
    setWatched({ importId: newest.importId, running });
  if (!running && watched?.running) setWatched({ ...watched, running });
  return newest && newest.importId === watched?.importId ? newest : undefined;
}

export function PinImportCard() {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [importPins, { data: result, error, isLoading, reset }] = useImportPinsMutation();
  const input = useRef<HTMLInputElement>(null);
  const watched = useWatchedImport(isLoading);

  const ended = result !== undefined || error !== undefined;
  const state: ImportStateProps = {
    fileName: isLoading || ended ? file?.name : watched?.fileName,
    progress: watched,
    running: isLoading || (!ended && watched?.state === "running"),
    result,
    error,
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setProblem(chosen && csvFileProblem(chosen));
    reset();
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const found = csvFileProblem(file);
    setProblem(found);
    if (found === undefined) {
      if (ended) reset();
      setAsking(true);
    } else input.current?.focus();
  };

  return (
    <form noValidate className="o-stack" onSubmit={ask}>
      <FileField
        label="CSV file"
        accept=".csv"
        ref={input}
        onChoose={choose}
        error={problem}
        disabled={isLoading}
        hint={
          <>
            One PIN per row. A header row with “pin” (and “batch”) is optional. The file’s name, its batches
            and refused rows are {keptForEver}
          </>
        }
      />
      {!asking && <ImportState {...state} />}
      <div>
        <Button type="submit" busy={isLoading} busyLabel="Importing...">
          Import
        </Button>
      </div>
      <ConfirmDialog
        show={asking}
        title={`Import ${file?.name ?? ""}?`}
        confirmLabel="Import"
        cancelLabel={isLoading || ended ? "Close" : "Cancel"}
        answered={isLoading || ended}
        onConfirm={() => file && void importPins(file)}
        onCancel={() => setAsking(false)}
      >
        {isLoading || ended ? (
          <ImportState {...state} />
        ) : (
          <p>Every PIN in the file is added as Not Registered. PINs that already exist are not changed.</p>
        )}
      </ConfirmDialog>
    </form>
  );
}
