import { type FormEvent, type ReactNode, type Ref, useRef, useState } from "react";
import Form from "react-bootstrap/Form";
import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FieldFrame } from "../../ui/form-fields/field-frame.tsx";
import { Select } from "../../ui/form-fields/select.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { pressGuard } from "../../ui/press/press-guard.ts";
import { keptForEver } from "../typed-text/typed-text.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportState, type ImportStateProps, Processing } from "./import-state.tsx";
import {
  type PinImportPreview,
  type PinImportProgress,
  useImportPinsMutation,
  usePinImportProgressQuery,
  usePreviewPinImportMutation,
} from "./imports-api.ts";

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

  const [columns, setColumns] = useState<PinImportPreview["columns"]>([]);
  // The choice stays while the preview of another column is loaded.
  if (preview && preview.columns !== columns) setColumns(preview.columns);
  const isUnknown = preview?.column === null;
  const nothing = isUnknown || preview?.added === 0;
  const fileName = file?.name ?? "";
  const ended = result !== undefined || error !== undefined;
  const begun = isLoading || ended;
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
      <ConfirmDialog
        show={asking}
        wide
        title={<span className="text-break">Add the PINs of {fileName}?</span>}
        confirmLabel={addLabel(preview)}
        cancelLabel={begun || nothing || previewError !== undefined ? "Close" : "Cancel"}
        disabled={!preview || nothing}
        answered={begun}
        onConfirm={() => file && void importPins({ file, column })}
        onCancel={() => setAsking(false)}
      >
        {!begun && (isUnknown || column !== undefined) && (
          <ColumnChoice columns={columns} column={column} onColumn={chooseColumn} />
        )}
        {begun ? (
          <ImportState {...state} />
        ) : isUnknown ? null : preview ? (
          <ImportPreview preview={preview} />
        ) : previewError !== undefined ? (
          <Banner tone="error">{messageOf(previewError)}</Banner>
        ) : (
          <Processing fileName={fileName}>is being checked. No PIN is added yet.</Processing>
        )}
      </ConfirmDialog>
    </form>
  );
}

interface ColumnChoiceProps {
  columns: PinImportPreview["columns"];
  /** The column of the PINs that the admin has chosen. */
  column: number | undefined;
  onColumn: (column: number) => void;
}

/** Asks for the column of the PINs, where neither a title nor the cells show it. */
const ColumnChoice = ({ columns, column, onColumn }: ColumnChoiceProps) => (
  <div className="mb-4">
    <p role="status">The file doesn’t show which column has the PINs.</p>
    <Select
      label="Column of the PINs"
      placeholder="Choose a column"
      value={column === undefined ? "" : String(column)}
      options={columns.map(({ title, cells }, at) => ({
        value: String(at),
        label: `${title ?? `Column ${at + 1}`}: ${cells.join(", ") || "empty"}`,
      }))}
      onChange={(chosen) => onColumn(Number(chosen))}
    />
  </div>
);

const addLabel = (preview: PinImportPreview | undefined) => {
  if (!preview || preview.added === 0 || preview.column === null) return "Add PINs";
  return preview.added === 1 ? "Add 1 PIN" : `Add ${groupedNumber(preview.added)} PINs`;
};

function FileField(props: {
  label: string;
  accept: string;
  onChoose: (file: File | undefined) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** No other file can be chosen or dropped for now. The field keeps the focus. */
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const { label, accept, onChoose, error, hint, disabled = false, ref } = props;
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(wiring) => (
        <Form.Control
          {...wiring}
          ref={ref ?? null}
          type="file"
          accept={accept}
          {...pressGuard(disabled, undefined)}
          onDrop={(event) => disabled && event.preventDefault()}
          onChange={({ target }) => onChoose((target as HTMLInputElement).files?.[0])}
        />
      )}
    </FieldFrame>
  );
}

const notCsvMessage = "Please choose a CSV file (.csv)";
const noFileMessage = "Please choose a CSV file.";

/** Checks the file's name, because people can turn off the filter of the file picker. */
export function csvFileProblem(file: { name: string } | undefined): string | undefined {
  if (!file) return noFileMessage;
  return /\.csv$/i.test(file.name) ? undefined : notCsvMessage;
}

const pollMs = 1000;

/**
 * The newest import, if this page has seen it run: its own import, one from before a reload, or another
 * admin's. It is polled while it runs, and once more for its result.
 */
function useWatchedImport(ownImportRuns: boolean): PinImportProgress | undefined {
  const [watched, setWatched] = useState<{ importId: string; running: boolean }>();
  const { data } = usePinImportProgressQuery(undefined, {
    pollingInterval: ownImportRuns || watched?.running ? pollMs : 0,
  });
  const newest = data?.import;
  const running = newest?.state === "running";
  if (running && (watched?.importId !== newest.importId || !watched.running))
    setWatched({ importId: newest.importId, running });
  if (!running && watched?.running) setWatched({ ...watched, running });
  return newest && newest.importId === watched?.importId ? newest : undefined;
}
