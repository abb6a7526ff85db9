import { pinAddresses } from "@ornament/contracts/api/addresses/back-office";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import type { PinStatusTarget } from "./pin-status-dialog.tsx";

/**
 * Activate for a deactivated PIN, else Deactivate. `onAsk` opens the dialog that asks for confirmation. Nothing
 * for admins who may not do it.
 */
export function PinStatusButton(props: { pin: PinStatusTarget; onAsk: (target: PinStatusTarget) => void }) {
  const { id, pin, blocked, version } = props.pin;
  const mayChange = useMay(pinAddresses.updatePinStatus);
  const verb = blocked ? "Activate" : "Deactivate";
  if (!mayChange) return null;
  return (
    <Button
      small
      tone="quiet"
      className={blocked ? "" : "btn-faint"}
      aria-label={`${verb} ${pin}`}
      onClick={() => props.onAsk({ id, pin, blocked, version })}
    >
      {verb}
    </Button>
  );
}
