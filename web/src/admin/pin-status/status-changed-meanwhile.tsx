import type { PinStatusChange } from "@ornament/contracts/api/pins";
import { useEffect, useState } from "react";
import { answerOf } from "../../app/api/api-base.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { usePinProfileQuery } from "./pin-api.ts";
import { statusChangeText } from "./status-change-text.ts";

/** The refusal, and the change that it is about once that is loaded: the author, the time and the comment. */
export function StatusChangedMeanwhile({ id, message }: { id: number; message: string }) {
  const { refetch } = usePinProfileQuery({ of: id, at: undefined });
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
