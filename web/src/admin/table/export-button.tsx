import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";

export interface ExportButtonProps {
  busy: boolean;
  error: unknown;
  /** The reason why nothing can be exported now, such as impossible dates. */
  refusal?: string | undefined;
  onExport: () => void;
}

/** Export CSV. An error, or why nothing was exported, is shown next to the button. */
export function ExportButton({ busy, error, refusal, onExport }: ExportButtonProps) {
  const [refused, setRefused] = useState(false);
  const start = () => {
    setRefused(refusal !== undefined);
    if (refusal === undefined) onExport();
  };
  return (
    <div className="o-row">
      <Button tone="quiet" busy={busy} busyLabel="Exporting..." onClick={start}>
        {!busy && <Icon name="download" />}
        Export CSV
      </Button>
      <Banner tone="error">
        {refused && refusal ? `Nothing was exported. ${refusal}` : error !== undefined && messageOf(error)}
      </Banner>
    </div>
  );
}
