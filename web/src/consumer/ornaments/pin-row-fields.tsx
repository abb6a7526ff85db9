import { PinField } from "../../ui/pin-field/pin-field.tsx";
import { Button } from "../../ui/press/button.tsx";
import { NicknameField } from "./nickname-field.tsx";
import { nameFieldId, type PinRow, pinFieldId } from "./pin-rows.ts";
import type { PinRows } from "./use-pin-rows.ts";

/** The PIN and nickname fields of one ornament. */
export function PinRowFields(props: { form: PinRows; row: PinRow; position: number; onRemove: () => void }) {
  const { form, row, position, onRemove } = props;
  const several = form.rows.length > 1;
  const help = form.pinHelpOf(row);
  const suggestion = help?.suggestion;
  const usualHint = position === 1 && !help ? "Seven letters and digits." : undefined;
  const accept = (pin: string) => {
    form.edit(row.id, { pin });
    // The button is gone; a screen reader reads the field with its new value.
    document.getElementById(pinFieldId(row))?.focus();
  };
  return (
    <fieldset className={several ? "o-pin-row o-pin-row-framed" : "o-pin-row"}>
      <legend className={several ? "" : "visually-hidden"}>Ornament {position}</legend>
      <PinField
        id={pinFieldId(row)}
        label="PIN"
        large={position === 1}
        value={row.pin}
        error={form.pinErrorOf(row)}
        hint={help?.lookAlikes ? <strong>{help.lookAlikes}</strong> : usualHint}
        onChange={(pin) => form.edit(row.id, { pin })}
        onBlur={() => form.pinBlurred(row)}
        required
      />
      {suggestion !== undefined && (
        <Button tone="quiet" onClick={() => accept(suggestion)}>
          Use {suggestion}
        </Button>
      )}
      <NicknameField
        id={nameFieldId(row)}
        value={row.name}
        error={form.nameErrorOf(row)}
        onChange={(name) => form.edit(row.id, { name })}
      />
      {several && (
        <Button tone="plain" aria-label={`Remove ornament ${position}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </fieldset>
  );
}
