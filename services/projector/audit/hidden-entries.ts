import { formatPinCode } from "@ornament/contracts/domain/pin-code";
import type { ProjectedEvent } from "../projections/projection.ts";

/** The words of a history for an event that the System action log hides; undefined for all others. */
export function hiddenEntry(event: ProjectedEvent): { action: string; value: string } | undefined {
  switch (event.type) {
    case "PinImported": {
      const { code, batchName } = event.data;
      return { action: "PIN imported", value: `${formatPinCode(code)}: batch ${batchName}` };
    }
    case "PinImportStarted": {
      const { fileName, batchName } = event.data;
      return { action: "PIN import started", value: `${fileName}: batch ${batchName || "(none)"}` };
    }
    default:
      return undefined;
  }
}
