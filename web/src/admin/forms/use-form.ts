import { type FormEvent, useId, useState } from "react";
import { afterPress } from "../../ui/after-press.ts";
import type { SummarisedError } from "../../ui/error-summary.tsx";
import { type Problems, shownMessages } from "./messages.ts";

type Name<V> = keyof V & string;

export interface FormRules<V> {
  initial: V;
  /** What the fields are called, to name them where several messages are listed. */
  labels: Partial<Record<Name<V>, string>>;
  /** The messages of the fields that are wrong, in the order of the fields. */
  check: (values: V) => Problems<V>;
}

const without = <V>(problems: Problems<V>, name: Name<V>): Problems<V> => ({
  ...problems,
  [name]: undefined,
});

/**
 * A form's values and messages: a field's message appears once it was filled and left, or on submit; what the server refused
 * stays until the field changes.
 */
export function useForm<V extends { [name in keyof V]: string | boolean }>({
  initial,
  labels,
  check,
}: FormRules<V>) {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<Problems<V>>({});
  const [submitted, setSubmitted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const prefix = useId();

  const found = check(values);
  const shown = shownMessages<V>(found, refused, (name) => submitted || left.includes(name));
  const messageFor = (name: Name<V>) => shown.find(([of]) => of === name)?.[1];
  const idOf = (name: Name<V>) => `${prefix}-${name}`;

  const set = <N extends Name<V>>(name: N, value: V[N]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setRefused((before) => without(before, name));
  };
  const reset = (next: V = initial) => {
    setValues(next);
    setLeft([]);
    setRefused({});
    setSubmitted(false);
  };
  /** Messages of the server beside their fields. */
  const refuse = (problems: Problems<V>) => {
    setRefused(problems);
    setAttempt((before) => before + 1);
  };
  const submit = (send: (values: V) => void) => (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setAttempt((before) => before + 1);
    if (Object.values(check(values)).every((message) => message === undefined)) send(values);
  };
  const summary: SummarisedError[] = shown.map(([name, message]) => ({
    fieldId: idOf(name),
    message: labels[name] ? `${labels[name]}: ${message}` : message,
  }));

  /** What a text field of the kit takes. */
  const field = (name: Name<V>) => ({
    id: idOf(name),
    name,
    value: String(values[name]),
    onChange: (value: string) => set(name, value as V[Name<V>]),
    onBlur: () => values[name] !== "" && afterPress(() => setLeft((before) => [...before, name])),
    error: messageFor(name),
  });

  return { values, set, reset, refuse, submit, field, idOf, errorSummary: { errors: summary, attempt } };
}
