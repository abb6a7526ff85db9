import { limits } from "@ornament/contracts/domain/limits";
import { Button } from "../../ui/button.tsx";
import { PinField } from "../../ui/pin-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { nameFieldId, type PinRow, pinFieldId } from "./pin-rows.ts";
import type { PinRows } from "./use-pin-rows.ts";

/** The PIN and nickname fields of one ornament. */
export function PinRowFields(props: { form: PinRows; row: PinRow; position: number; onRemove: () => void }) {
  const { form, row, position, onRemove } = props;
  const several = form.rows.length > 1;
  return (
    <fieldset className={several ? "o-pin-row o-pin-row-framed" : "o-pin-row"}>
      <legend className={several ? "" : "visually-hidden"}>Ornament {position}</legend>
      <PinField
        id={pinFieldId(row)}
        label="PIN"
        value={row.pin}
        error={form.pinErrorOf(row)}
        hint={position === 1 ? "Seven letters and digits." : undefined}
        onChange={(pin) => form.edit(row.id, { pin })}
        onBlur={() => form.pinBlurred(row)}
        required
      />
      <TextField
        id={nameFieldId(row)}
        label="Nickname"
        optional
        value={row.name}
        error={form.nameErrorOf(row)}
        hint={position === 1 ? "Whose is it? Up to 20 characters." : undefined}
        maxLength={limits.ornamentName}
        autoComplete="off"
        autoCapitalize="words"
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
