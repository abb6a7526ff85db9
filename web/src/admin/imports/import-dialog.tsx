import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Select } from "../../ui/form-fields/select.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportState, type ImportStateProps } from "./import-state.tsx";
import type { PinImportPreview } from "./imports-api.ts";

export interface ImportDialogProps {
  show: boolean;
  fileName: string;
  preview: PinImportPreview | undefined;
  previewError: unknown;
  /** The column of the PINs that the admin has chosen. */
  column: number | undefined;
  onColumn: (column: number) => void;
  /** The import has begun, or has ended. */
  begun: boolean;
  state: ImportStateProps;
  onAdd: () => void;
  onClose: () => void;
}

/** A file is checked, shown, and imported after a confirmation. */
export function ImportDialog(props: ImportDialogProps) {
  const { show, fileName, preview, previewError, column, onColumn, begun, state, onAdd, onClose } = props;
  const [columns, setColumns] = useState<PinImportPreview["columns"]>([]);
  // The choice stays while the preview of another column is loaded.
  if (preview && preview.columns !== columns) setColumns(preview.columns);
  const isUnknown = preview?.column === null;
  const nothing = isUnknown || preview?.added === 0;
  const isRefused = previewError !== undefined;
  return (
    <ConfirmDialog
      show={show}
      wide
      title={<span className="text-break">Add the PINs of {fileName}?</span>}
      confirmLabel={addLabel(preview)}
      cancelLabel={begun || nothing || isRefused ? "Close" : "Cancel"}
      disabled={!preview || nothing}
      answered={begun}
      onConfirm={onAdd}
      onCancel={onClose}
    >
      {!begun && (isUnknown || column !== undefined) && (
        <ColumnChoice columns={columns} column={column} onColumn={onColumn} />
      )}
      {begun ? (
        <ImportState {...state} />
      ) : isUnknown ? null : preview ? (
        <ImportPreview preview={preview} />
      ) : isRefused ? (
        <Banner tone="error">{messageOf(previewError)}</Banner>
      ) : (
        <div role="status" className="hstack gap-3">
          <span className="spinner-border spinner-border-sm" aria-hidden="true" />
          <span className="text-break">
            <strong>{fileName}</strong> is being checked. No PIN is added yet.
          </span>
        </div>
      )}
    </ConfirmDialog>
  );
}

interface ColumnChoiceProps extends Pick<ImportDialogProps, "column" | "onColumn"> {
  columns: PinImportPreview["columns"];
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
