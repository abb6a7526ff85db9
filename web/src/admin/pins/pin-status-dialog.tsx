import type { PinStatusChange } from "@ornament/contracts/pins/api";
import { useEffect, useState } from "react";
import { answerOf } from "../../app/api/api-base.ts";
import { type ApiError, isApiError } from "../../app/calls/api-error.ts";
import { InOneLine } from "../../ui/in-one-line.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { ReasonDialog } from "../typed-text/reason-dialog.tsx";
import { offerUndoOf, undoneComment } from "../undo/undo.tsx";
import { type PinStatusTarget, statusChangeText } from "./pin-status.tsx";
import { usePinProfileQuery, useUpdatePinStatusMutation } from "./pins-api.ts";

/**
 * Asks for confirmation and for the comment, changes the status of a PIN, and offers the undo. If somebody else
 * has changed the status since, the dialog says who, when and why, and can only be closed.
 */
export function PinStatusDialog({ target, onClosed }: { target: PinStatusTarget; onClosed: () => void }) {
  const { id, pin, blocked, version } = target;
  const verb = blocked ? "Activate" : "Deactivate";
  const act = blocked ? "activation" : "deactivation";
  const [update] = useUpdatePinStatusMutation();
  const change = async (comment: string) => {
    const answer = await update({ id, status: blocked, comment, version });
    const { data } = answer;
    if (data)
      offerUndoOf(`status of ${id}`, {
        done: (
          <>
            The PIN <InOneLine>{pin}</InOneLine> was {blocked ? "activated" : "deactivated"}.
          </>
        ),
        undone: (
          <>
            The {act} of <InOneLine>{pin}</InOneLine> is undone.
          </>
        ),
        field: { path: "status", name: "the status" },
        undo: () => update({ id, status: !blocked, comment: undoneComment(comment), version: data.version }),
      });
    return answer;
  };
  return (
    <ReasonDialog
      title={
        <>
          {verb} <InOneLine>{pin}</InOneLine>?
        </>
      }
      label="Comment"
      of={`the ${act} of ${pin}`}
      keep={`${verb} ${id}`}
      act={{
        label: verb,
        tone: blocked ? "primary" : "danger",
        keys: blocked ? "activates" : "deactivates",
      }}
      run={change}
      ended={(error) => isChanged(error) && <StatusChangedMeanwhile id={id} message={error.message} />}
      onClosed={onClosed}
    >
      <p>
        {blocked
          ? "The ornament can be used again by its owner."
          : "The ornament cannot be used until it is activated again."}
      </p>
    </ReasonDialog>
  );
}

/** The refusals after somebody else changed the status. */
const changedCodes: readonly string[] = ["changed_meanwhile", "pin_already_blocked", "pin_not_blocked"];
const isChanged = (error: unknown): error is ApiError =>
  isApiError(error) && changedCodes.includes(error.code);

/** The refusal, and the change that it is about once that is loaded: the author, the time and the comment. */
function StatusChangedMeanwhile({ id, message }: { id: number; message: string }) {
  const { refetch } = usePinProfileQuery(id);
  const [change, setChange] = useState<PinStatusChange | null>();
  // An answer that is shown elsewhere may have the refused change.
  useEffect(() => {
    let shown = true;
    void answerOf(refetch).then((pin) => shown && setChange(pin?.statusChange));
    return () => {
      shown = false;
    };
  }, [refetch]);
  return (
    <Banner tone="notice">
      {change ? `${message} ${statusChangeText(change, browserTimeZone)}.` : message}
    </Banner>
  );
}
