import type { ReactNode } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { type Change, pinsText, previewText, undoQuestion, verbOf } from "./bulk-change-texts.ts";
import {
  type BulkChange,
  type PinsToChange,
  useBulkChangeProfileQuery,
  useListPinsToChangeQuery,
  useStartBulkChangeMutation,
  useUndoBulkChangeMutation,
} from "./bulk-changes-api.ts";

/** The PINs that a bulk change is asked for. */
export interface BulkChangeTarget {
  change: Change;
  /** The chosen PINs, or the search. */
  pins: Omit<PinsToChange, "change">;
  /** The PINs in words: "2 PINs", or "all 9,812 PINs of winter". */
  name: string;
}

/** Shows what a bulk change would do as of now, asks for the comment, and starts it. */
export function StartDialog(props: {
  target: BulkChangeTarget;
  onStarted: () => void;
  onClosed: () => void;
}) {
  const { change, pins, name } = props.target;
  const query = useListPinsToChangeQuery({ ...pins, change });
  const { data, error } = query;
  const [start] = useStartBulkChangeMutation();
  const wouldChange = data?.wouldChange ?? 0;
  const verb = verbOf(change);
  return (
    <ReasonDialog
      title={`${verb} ${name}?`}
      label="Comment"
      of={`the ${change === "deactivate" ? "deactivation" : "activation"} of ${name}`}
      keep={`${verb} many`}
      act={{
        label: wouldChange > 0 ? `${verb} ${pinsText(wouldChange)}` : verb,
        tone: toneOf(change),
        keys: change === "deactivate" ? "deactivates" : "activates",
      }}
      ready={wouldChange > 0}
      run={async (comment) => (data ? start({ pins: data.pins, change, comment }) : { data: undefined })}
      onDone={({ message }) => {
        showToast(message);
        props.onStarted();
      }}
      onClosed={props.onClosed}
    >
      <Preview loading={error === undefined} text={data && previewText(change, data)}>
        These are the numbers as of now. Each PIN is checked again before it changes. You can leave this page,
        stop the change and undo it.
        {data && data.running > 0 && <span> Another bulk change is running now.</span>}
      </Preview>
      <StaleNote query={query} />
      <Banner tone="error">{error !== undefined && messageOf(error)}</Banner>
    </ReasonDialog>
  );
}

/** Shows what the undo of a bulk change would do as of now, asks for the comment, and starts it. */
export function UndoDialog({ bulkChange, onClosed }: { bulkChange: BulkChange; onClosed: () => void }) {
  const { id, change, changed } = bulkChange;
  const { data, error } = useBulkChangeProfileQuery(id);
  const [undo] = useUndoBulkChangeMutation();
  const back = change === "deactivate" ? "activate" : "deactivate";
  const undoable = data?.undoable ?? 0;
  return (
    <ReasonDialog
      title={undoQuestion(bulkChange)}
      label="Comment"
      of="the undo"
      keep={`Undo ${id}`}
      act={{
        label: undoable > 0 ? `Change ${pinsText(undoable)} back` : "Change back",
        tone: toneOf(back),
        keys: "changes them back",
      }}
      ready={undoable > 0}
      run={(comment) => undo({ id, comment })}
      onDone={({ message }) => showToast(message)}
      onClosed={onClosed}
    >
      <Preview
        loading={error === undefined}
        text={data && previewText(back, { count: undoable, wouldChange: undoable })}
      >
        {changed > undoable && (
          <span>{`${groupedNumber(changed - undoable)} of the ${pinsText(changed)} were changed since and stay as they are. `}</span>
        )}
        <span>These are the numbers as of now. Each PIN is checked again before it changes.</span>
      </Preview>
      <Banner tone="error">{error !== undefined && messageOf(error)}</Banner>
    </ReasonDialog>
  );
}

const toneOf = (change: Change) => (change === "deactivate" ? "danger" : "primary");

/** What a change would do, as soon as it is known. */
const Preview = (props: { loading: boolean; text: string | undefined; children: ReactNode }) => (
  <div role="status" className="vstack gap-2">
    {props.text !== undefined ? (
      <>
        <p className="fw-semibold">{props.text}</p>
        <p className="text-body-secondary">{props.children}</p>
      </>
    ) : (
      props.loading && <Skeleton lines={2} />
    )}
  </div>
);
