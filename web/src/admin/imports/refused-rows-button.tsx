import { messageOf } from "../../app/calls/api-error.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { useExportRefusedRowsMutation } from "./imports-api.ts";

export interface RefusedRowsButtonProps {
  importId: string;
  fileName: string;
  /** The number of rows in the download. */
  rows: number;
}

/** Downloads the rows that an import left out, each with its line, its text and the reason. */
export function RefusedRowsButton({ importId, fileName, rows }: RefusedRowsButtonProps) {
  const at = useInstant();
  const [exportRows, { error, isLoading }] = useExportRefusedRowsMutation();
  const counted = rows === 1 ? "1 refused row" : `${groupedNumber(rows)} refused rows`;
  return (
    <div className="hstack flex-wrap gap-3">
      <Button
        tone="quiet"
        small
        busy={isLoading}
        busyLabel="Downloading..."
        aria-label={`Download ${counted} of ${fileName}`}
        onClick={() => void exportRows({ of: importId, at })}
      >
        <Icon name="download" />
        <span>{counted}</span>
      </Button>
      <Banner tone="error">{error !== undefined && messageOf(error)}</Banner>
    </div>
  );
}
