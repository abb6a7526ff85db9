import { limits } from "@ornament/contracts/domain/limits";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { instantOf, minuteOf } from "./minutes.ts";

export interface MinuteFieldProps {
  label: string;
  /** ISO 8601; "" without one. */
  instant: string;
  /** Called with the instant at which the typed minute begins; "" for none. */
  onChange: (instant: string) => void;
}

/** A date and a time to the minute in the browser's time zone. It counts when typing has paused or ended. */
export function MinuteField({ label, instant, onChange }: MinuteFieldProps) {
  const given = minuteOf(instant);
  const [typed, setTyped] = useState(given);
  const sent = useRef(given);
  const change = useRef(onChange);
  change.current = onChange;

  // The minute was restored or removed outside of this field.
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    setTyped(given);
  }, [given]);

  const send = (minute: string) => {
    const begins = minute === "" ? "" : instantOf(minute);
    if (begins === undefined || minute === sent.current) return;
    sent.current = minute;
    change.current(begins);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a typed minute is sent.
  useEffect(() => {
    const timer = setTimeout(() => send(typed), limits.searchDebounceMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <TextField
      label={label}
      type="datetime-local"
      min="2000-01-01T00:00"
      max="2999-12-31T23:59"
      autoComplete="off"
      value={typed}
      onChange={setTyped}
      onBlur={() => send(typed)}
      onKeyDown={({ key }: KeyboardEvent) => key === "Enter" && send(typed)}
    />
  );
}
