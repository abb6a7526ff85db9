import { messageOf } from "../../app/calls/api-error.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { useToast } from "../../ui/messages/toasts.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { CommentDialog } from "../pin-status/comment-dialog.tsx";
import { type Change, pinsText, previewText, verbOf } from "./bulk-change-texts.ts";
import {
  type PinsToChange,
  useListPinsToChangeQuery,
  useStartBulkChangeMutation,
} from "./bulk-changes-api.ts";

/** The PINs that a bulk change is asked for. */
export interface BulkChangeTarget {
  change: Change;
  /** The chosen PINs, or the search. */
  pins: Omit<PinsToChange, "change">;
  /** The PINs in words: "2 PINs", or "all 9,812 PINs of winter". */
  name: string;
}

export interface StartDialogProps {
  target: BulkChangeTarget;
  onStarted: () => void;
  onClosed: () => void;
}

/** Shows what a bulk change would do as of now, asks for the comment, and starts it. */
export function StartDialog({ target, onStarted, onClosed }: StartDialogProps) {
  const { change, pins, name } = target;
  const preview = useListPinsToChangeQuery({ ...pins, change });
  const [start, { isLoading, error, reset }] = useStartBulkChangeMutation();
  const toast = useToast();
  const { data } = preview;
  const wouldChange = data?.wouldChange ?? 0;
  const verb = verbOf(change);
  const confirm = async (comment: string) => {
    if (!data) return false;
    const { data: started } = await start({ pins: data.pins, change, comment });
    if (started) {
      toast(started.message);
      onStarted();
    }
    return started !== undefined;
  };
  return (
    <CommentDialog
      title={`${verb} ${name}?`}
      verb={wouldChange > 0 ? `${verb} ${pinsText(wouldChange)}` : verb}
      keysVerb={change === "deactivate" ? "deactivates" : "activates"}
      tone={change === "deactivate" ? "danger" : "primary"}
      commentName={`the comment on ${name}`}
      draft={`${verb} many`}
      disabled={wouldChange === 0}
      busy={isLoading}
      error={error}
      onReset={reset}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <div role="status" className="o-stack-tight">
        {data ? (
          <>
            <p className="o-bulk-preview">{previewText(change, data)}</p>
            <p className="o-soft">
              These are the numbers as of now. Each PIN is decided when its turn comes. You can leave this
              page, stop the change and undo it.
              {data.running > 0 && <span> Another bulk change is running now.</span>}
            </p>
          </>
        ) : preview.error === undefined ? (
          <Skeleton lines={2} />
        ) : null}
      </div>
      <StaleNote endpoint="listPinsToChange" refetch={preview.refetch} />
      <Banner tone="error">{preview.error === undefined ? undefined : messageOf(preview.error)}</Banner>
    </CommentDialog>
  );
}
