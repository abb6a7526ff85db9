import { messageOf } from "../../app/api-error.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

/** Export CSV. An error is shown beside the button. */
export function ExportButton(props: { busy: boolean; error: unknown; onExport: () => void }) {
  return (
    <div className="o-row">
      <Button tone="quiet" busy={props.busy} busyLabel="Exporting..." onClick={props.onExport}>
        {!props.busy && <Icon name="download" />}
        Export CSV
      </Button>
      <Banner tone="error">{props.error !== undefined && messageOf(props.error)}</Banner>
    </div>
  );
}
