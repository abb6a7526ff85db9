import { type FormEvent, useRef, useState } from "react";
import { Button } from "../../ui/press/button.tsx";
import { keptForEver } from "../typed-text/typed-text.tsx";
import { csvFileProblem } from "./csv-file-problem.ts";
import { FileField } from "./file-field.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { ImportState, type ImportStateProps } from "./import-state.tsx";
import { useImportPinsMutation, usePreviewPinImportMutation } from "./imports-api.ts";
import { useWatchedImport } from "./use-watched-import.ts";

/** The import of a file: choose it, see what it would do, add its PINs. */
export function PinImportCard() {
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [asking, setAsking] = useState(false);
  const [column, setColumn] = useState<number>();
  const [sendPreview, { data: preview, error: previewError, reset: resetPreview }] =
    usePreviewPinImportMutation();
  const [importPins, { data: result, error, isLoading, reset }] = useImportPinsMutation();
  const input = useRef<HTMLInputElement>(null);
  const watched = useWatchedImport(isLoading);

  const ended = result !== undefined || error !== undefined;
  const state: ImportStateProps = {
    fileName: isLoading || ended ? file?.name : watched?.fileName,
    progress: watched,
    running: isLoading || (!ended && watched?.state === "running"),
    expected: preview?.added,
    result,
    error,
  };
  const forget = () => {
    reset();
    resetPreview();
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setProblem(chosen && csvFileProblem(chosen));
    forget();
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const found = csvFileProblem(file);
    setProblem(found);
    if (file === undefined || found !== undefined) {
      input.current?.focus();
      return;
    }
    forget();
    setAsking(true);
    setColumn(undefined);
    void sendPreview({ file });
  };
  const chooseColumn = (chosen: number) => {
    setColumn(chosen);
    if (file) void sendPreview({ file, column: chosen });
  };

  return (
    <form noValidate className="vstack gap-4" onSubmit={ask}>
      <FileField
        label="CSV file"
        accept=".csv"
        ref={input}
        onChoose={choose}
        error={problem}
        disabled={isLoading}
        hint={
          <>
            One PIN per row, in any column. A column Batch is optional. You see what the file would add before
            anything is added. The file’s name, its batches and refused rows are {keptForEver}
          </>
        }
      />
      {!asking && <ImportState {...state} />}
      <div>
        <Button type="submit" busy={isLoading} busyLabel="Importing...">
          Import
        </Button>
      </div>
      <ImportDialog
        show={asking}
        fileName={file?.name ?? ""}
        preview={preview}
        previewError={previewError}
        column={column}
        onColumn={chooseColumn}
        begun={isLoading || ended}
        state={state}
        onAdd={() => file && void importPins({ file, column })}
        onClose={() => setAsking(false)}
      />
    </form>
  );
}
