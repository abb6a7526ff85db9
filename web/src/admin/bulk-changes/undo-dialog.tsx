import { messageOf } from "../../app/calls/api-error.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { useToast } from "../../ui/messages/toasts.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { CommentDialog } from "../pin-status/comment-dialog.tsx";
import { pinsText, previewText, undoQuestion } from "./bulk-change-texts.ts";
import { type BulkChange, useBulkChangeProfileQuery, useUndoBulkChangeMutation } from "./bulk-changes-api.ts";

export interface UndoDialogProps {
  bulkChange: BulkChange;
  onClosed: () => void;
}

/** Shows what the undo of a bulk change would do as of now, asks for the comment, and starts it. */
export function UndoDialog({ bulkChange, onClosed }: UndoDialogProps) {
  const { id, change, changed } = bulkChange;
  const { data, error: failure } = useBulkChangeProfileQuery(id);
  const [undo, { isLoading, error, reset }] = useUndoBulkChangeMutation();
  const back = change === "deactivate" ? "activate" : "deactivate";
  const undoable = data?.undoable ?? 0;
  const toast = useToast();
  const confirm = async (comment: string) => {
    const { data: started } = await undo({ id, comment });
    if (started) toast(started.message);
    return started !== undefined;
  };
  return (
    <CommentDialog
      title={undoQuestion(bulkChange)}
      verb={undoable > 0 ? `Change ${pinsText(undoable)} back` : "Change back"}
      keysVerb="changes them back"
      tone={back === "deactivate" ? "danger" : "primary"}
      commentName="the comment on the undo"
      draft={`Undo ${id}`}
      disabled={undoable === 0}
      busy={isLoading}
      error={error}
      onReset={reset}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <div role="status" className="o-stack-tight">
        {data ? (
          <>
            <p className="o-bulk-preview">{previewText(back, { count: undoable, wouldChange: undoable })}</p>
            <p className="o-soft">
              {changed > undoable && (
                <span>{`${groupedNumber(changed - undoable)} of the ${pinsText(changed)} were changed since and stay as they are. `}</span>
              )}
              <span>These are the numbers as of now. Each PIN is decided when its turn comes.</span>
            </p>
          </>
        ) : failure === undefined ? (
          <Skeleton lines={2} />
        ) : null}
      </div>
      <Banner tone="error">{failure === undefined ? undefined : messageOf(failure)}</Banner>
    </CommentDialog>
  );
}
