import { PinField } from "../../ui/pin-field/pin-field.tsx";
import { Button } from "../../ui/press/button.tsx";
import { NicknameField } from "./nickname-field.tsx";
import { PinHelpText } from "./pin-help.tsx";
import { missingHint, nameFieldId, type PinRow, pinFieldId } from "./pin-rows.ts";
import type { PinRows } from "./use-pin-rows.ts";
import { WaysOn } from "./ways-on.tsx";

/** The PIN and nickname fields of one ornament. */
export function PinRowFields(props: {
  form: PinRows;
  row: PinRow;
  position: number;
  /** Whether no PIN can be entered for a time. The break offers help itself. */
  locked: boolean;
  onRemove: () => void;
}) {
  const { form, row, position, locked, onRemove } = props;
  const several = form.rows.length > 1;
  const help = form.pinHelpOf(row);
  // All refused PINs of an entry share the tries and the ways on.
  const isFirst = help !== undefined && form.rows.find((each) => form.pinHelpOf(each) !== undefined) === row;
  const suggestion = help?.suggestion;
  const error = form.pinErrorOf(row);
  const usualHint = position === 1 ? "Seven letters and digits." : undefined;
  const accept = (pin: string) => {
    form.edit(row.id, { pin });
    // The button is gone; a screen reader reads the field with its new value.
    document.getElementById(pinFieldId(row))?.focus();
  };
  return (
    <fieldset className={several ? "o-pin-row o-pin-row-framed" : "o-pin-row"}>
      <legend className={several ? "" : "visually-hidden"}>{`Ornament ${position}`}</legend>
      <PinField
        id={pinFieldId(row)}
        label="PIN"
        large={position === 1}
        value={row.pin}
        error={error}
        hint={help ? undefined : ((error && missingHint(row.pin)) ?? usualHint)}
        marked={help?.marked}
        help={help && <PinHelpText help={help} tries={isFirst ? form.tries : undefined} />}
        onChange={(pin) => form.edit(row.id, { pin })}
        onBlur={() => form.pinBlurred(row)}
        required
      />
      {suggestion !== undefined && (
        <Button tone="quiet" onClick={() => accept(suggestion)}>
          {`Use ${suggestion}`}
        </Button>
      )}
      {help && help.questions.length > 0 && isFirst && <WaysOn form={form} withHelp={!locked} />}
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
