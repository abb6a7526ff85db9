import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { afterPress } from "../../ui/press/after-press.ts";
import type { DateKind } from "./date-kinds.ts";

export interface DateFieldProps {
  label: string;
  kind: DateKind;
  /** A value of the kind; "" for none. */
  value: string;
  /** The message about the value. */
  error?: string | undefined;
  onChange: (value: string) => void;
  /** Typing has ended with a text that can't be read. Without it, the field says so and the value stays. */
  onUnread?: (text: string) => void;
}

/**
 * A date, or a date and a time, as text: all browsers show it alike, and a date of a table can be pasted. It
 * counts when its year has four digits, or when typing has ended.
 */
export function DateField({ label, kind, value, error, onChange, onUnread }: DateFieldProps) {
  const given = kind.show(value);
  const [shown, setShown] = useState(given);
  const [text, setText] = useState(given);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  // Whoever changes the value, also outside of this field, replaces what is typed.
  if (shown !== given) {
    setShown(given);
    setText(given);
    setProblem(undefined);
  }

  const choose = (read: string) => {
    setText(kind.show(read));
    setProblem(undefined);
    if (kind.show(read) !== given) onChange(read);
  };
  const type = (next: string) => {
    const read = kind.read(next);
    setText(next);
    setProblem(undefined);
    if (read && /\d{4}/.test(next)) choose(read);
  };
  const finish = () => {
    if (text === given) return;
    const read = kind.read(text);
    if (read !== undefined) choose(read);
    else if (onUnread) onUnread(text);
    else setProblem(kind.missing(text));
  };
  const latest = useRef(finish);
  latest.current = finish;

  return (
    <TextField
      label={label}
      placeholder={kind.format}
      autoComplete="off"
      ref={field}
      value={text}
      error={problem ?? error}
      onChange={type}
      onBlur={() => afterPress(() => field.current && latest.current())}
      onKeyDown={({ key }: KeyboardEvent) => key === "Enter" && finish()}
      onPaste={(event: ClipboardEvent) => {
        const read = kind.read(event.clipboardData.getData("text"));
        if (!read) return;
        event.preventDefault();
        choose(read);
      }}
    />
  );
}
