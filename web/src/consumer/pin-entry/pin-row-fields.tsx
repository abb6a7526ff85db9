import type { TriesLeft } from "@ornament/contracts/routes/errors";
import { limits } from "@ornament/contracts/values/limits";
import { waitInWords } from "@ornament/contracts/values/wait";
import { useRef, useState } from "react";
import { useAppDispatch } from "../../app/app-hooks.ts";
import { signOut } from "../../app/session/session-actions.ts";
import { useAction } from "../../forms/use-action.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PinField } from "../../ui/pin-field/pin-field.tsx";
import { Button } from "../../ui/press/button.tsx";
import { GetHelp } from "../dialogs/dialog-link.tsx";
import { missingHint, nameFieldId, type PinHelp, type PinRow, pinFieldId } from "./pin-rows.ts";
import type { PinRows } from "./use-pin-rows.ts";

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
        large
        value={row.pin}
        error={error}
        hint={help ? undefined : ((error && missingHint(row.pin)) ?? "Seven letters and digits.")}
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
        <Button
          tone="plain"
          className="o-pin-remove"
          aria-label={`Remove ornament ${position}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </fieldset>
  );
}

/**
 * The nickname of an ornament, behind a button until it is wanted. A field with a text or an error is always
 * open.
 */
function NicknameField(props: {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  const { id, value, error, onChange } = props;
  const [pressed, setPressed] = useState(false);
  const open = useRef(false);
  // An emptied field stays open.
  open.current ||= pressed || value !== "" || error !== undefined;

  if (!open.current)
    return (
      <Button
        tone="plain"
        className="o-nickname-toggle"
        aria-expanded={false}
        onClick={() => setPressed(true)}
      >
        <Icon name="pencil" /> Give it a nickname
      </Button>
    );
  return (
    <TextField
      id={id}
      label="Nickname"
      optional
      value={value}
      error={error}
      hint="Whose is it? Up to 20 characters."
      maxLength={limits.ornamentName}
      autoComplete="off"
      autoCapitalize="words"
      autoFocus={pressed}
      onChange={onChange}
    />
  );
}

/** The text below a refused PIN: the characters to check, and the tries left. */
function PinHelpText({ help, tries }: { help: PinHelp; tries: TriesLeft | undefined }) {
  const { suggestion, questions } = help;
  return (
    <>
      {suggestion !== undefined && <p className="o-pin-question">{`Did you mean ${suggestion}?`}</p>}
      {questions.length > 0 && (
        <p className="o-pin-question">
          {questions.flatMap((question) => [<span key={question}>{question}</span>, " "])}
        </p>
      )}
      {tries && tries.left > 0 && (
        <p className="o-hint">
          {`${tries.left} ${tries.left === 1 ? "try" : "tries"} left, then a pause of ${waitInWords(tries.breakSeconds)}.`}
        </p>
      )}
    </>
  );
}

/**
 * What a parent can do about an unknown PIN. Nobody is told whether another account has the PIN, so the
 * sign-in with another account is offered for every unknown PIN.
 */
function WaysOn({ form, withHelp }: { form: PinRows; withHelp: boolean }) {
  const dispatch = useAppDispatch();
  const { busy, run } = useAction();
  const leave = () =>
    run(async () => {
      await dispatch(signOut());
      // The sign-out forgets all typed text. Only this account sees it again, for example the other PINs of
      // the entry.
      form.keep();
    });
  return (
    <div className="o-ways-on">
      <p className="o-hint">Is it already on another account?</p>
      <Button tone="quiet" small busy={busy} onClick={() => void leave()}>
        Sign in with the other account
      </Button>
      {withHelp && <GetHelp />}
    </div>
  );
}
