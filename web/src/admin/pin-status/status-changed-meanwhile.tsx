import type { PinStatusChange } from "@ornament/contracts/api/pins";
import { useEffect, useState } from "react";
import { answerOf } from "../../app/api/answer-of.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { browserTimeZone } from "../dates/time-zone.ts";
import { usePinProfileQuery } from "../pin/pin-api.ts";
import { statusChangeText } from "./status-change-text.ts";

/** Who has changed a PIN's status since it was read, when and why; until that is loaded, the refusal only. */
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
      {message} {change && `${statusChangeText(change, browserTimeZone)}.`}
    </Banner>
  );
}
