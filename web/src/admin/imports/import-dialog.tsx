import { messageOf } from "../../app/calls/api-error.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
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
  /** The import has begun, or has ended. */
  begun: boolean;
  state: ImportStateProps;
  onAdd: () => void;
  onClose: () => void;
}

/** A file is checked, shown, and imported after a confirmation. */
export function ImportDialog(props: ImportDialogProps) {
  const { show, fileName, preview, previewError, begun, state, onAdd, onClose } = props;
  const nothing = preview?.added === 0;
  const isRefused = previewError !== undefined;
  return (
    <ConfirmDialog
      show={show}
      wide
      title={<span className="o-break">Add the PINs of {fileName}?</span>}
      confirmLabel={addLabel(preview)}
      cancelLabel={begun || nothing || isRefused ? "Close" : "Cancel"}
      disabled={!preview || nothing}
      answered={begun}
      onConfirm={onAdd}
      onCancel={onClose}
    >
      {begun ? (
        <ImportState {...state} />
      ) : preview ? (
        <ImportPreview preview={preview} />
      ) : isRefused ? (
        <Banner tone="error">{messageOf(previewError)}</Banner>
      ) : (
        <div role="status" className="o-processing">
          <span className="o-spinner" aria-hidden="true" />
          <span className="o-break">
            <strong>{fileName}</strong> is being checked. No PIN is added yet.
          </span>
        </div>
      )}
    </ConfirmDialog>
  );
}

const addLabel = (preview: PinImportPreview | undefined) => {
  if (!preview || preview.added === 0) return "Add PINs";
  return preview.added === 1 ? "Add 1 PIN" : `Add ${groupedNumber(preview.added)} PINs`;
};
