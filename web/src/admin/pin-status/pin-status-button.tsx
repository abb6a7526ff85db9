import { Button } from "../../ui/press/button.tsx";
import type { PinStatusTarget } from "./pin-status-dialog.tsx";

/** Activate for a deactivated PIN, else Deactivate. `onAsk` opens the dialog that asks for confirmation. */
export function PinStatusButton(props: { pin: PinStatusTarget; onAsk: (target: PinStatusTarget) => void }) {
  const { id, pin, blocked } = props.pin;
  const verb = blocked ? "Activate" : "Deactivate";
  return (
    <Button
      small
      tone="quiet"
      className={blocked ? "" : "btn-faint"}
      aria-label={`${verb} ${pin}`}
      onClick={() => props.onAsk({ id, pin, blocked })}
    >
      {verb}
    </Button>
  );
}
