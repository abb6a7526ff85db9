import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { PlacedMessage } from "../../ui/messages/message-place.tsx";
import { Button } from "../../ui/press/button.tsx";

export interface ExportButtonProps<Of> {
  /** The mutation that saves the file and answers its name, as its hook returns it. */
  exporting: readonly [
    (of: Of) => unknown,
    { isLoading: boolean; data?: string | undefined; error?: unknown },
  ];
  /** The argument of the mutation. */
  of: Of;
  /** The reason why nothing can be exported now, such as impossible dates. */
  refusal?: string | undefined;
}

/** Export CSV, with an error or the reason why nothing was exported. */
export function ExportButton<Of>({ exporting, of, refusal }: ExportButtonProps<Of>) {
  const [exportAll, { isLoading, data, error }] = exporting;
  const [refused, setRefused] = useState(false);
  const start = () => {
    setRefused(refusal !== undefined);
    if (refusal === undefined) exportAll(of);
  };
  return (
    <div className="hstack flex-wrap gap-3">
      <Button tone="quiet" busy={isLoading} busyLabel="Exporting..." onClick={start}>
        <Icon name="download" />
        Export CSV
      </Button>
      <PlacedMessage>
        <Banner tone="error">
          {refused && refusal ? `Nothing was exported. ${refusal}` : error !== undefined && messageOf(error)}
        </Banner>
        <Banner tone="success">{!refused && data !== undefined && `The file “${data}” is ready.`}</Banner>
      </PlacedMessage>
    </div>
  );
}
