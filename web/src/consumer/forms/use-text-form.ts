import { useState } from "react";
import { afterPress } from "../../ui/after-press.ts";
import type { SummarisedError } from "../../ui/error-summary.tsx";

/** What a text field is given: its id is its name, so that an error summary can point to it. */
export interface FieldProps {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

export interface TextForm<Field extends string> {
  values: Record<Field, string>;
  field(name: Field): FieldProps;
  /** Marks a try to send; true when nothing here stands against it. */
  tried(): boolean;
  /** Shows what the server has against the fields, until each is edited. */
  refused(messages: Partial<Record<Field, string>>): void;
  summary: { errors: readonly SummarisedError[]; attempt: number };
}

/**
 * The text fields of a form and when their errors show: at a field that was filled and left, at all after a try to send. An empty field
 * that was only passed by stays quiet. `labels` name the fields in the summary, `problemsOf` gives each field's message as it stands.
 */
export function useTextForm<Field extends string>(
  initial: Record<Field, string>,
  labels: Record<Field, string>,
  problemsOf: (values: Record<Field, string>) => Partial<Record<Field, string | undefined>>,
): TextForm<Field> {
  const names = Object.keys(initial) as Field[];
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<readonly Field[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [refusals, setRefusals] = useState<Partial<Record<Field, string>>>({});
  const problems = problemsOf(values);

  const errorOf = (name: Field) =>
    refusals[name] ?? (attempt > 0 || left.includes(name) ? problems[name] : undefined);

  return {
    values,
    field: (name) => ({
      id: name,
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setRefusals(({ [name]: _settled, ...rest }) => rest as Partial<Record<Field, string>>);
      },
      onBlur: () => values[name] !== "" && afterPress(() => setLeft((before) => [...before, name])),
    }),
    tried() {
      setRefusals({});
      setAttempt((before) => before + 1);
      return names.every((name) => problems[name] === undefined);
    },
    refused(messages) {
      setRefusals(messages);
      setAttempt((before) => before + 1);
    },
    summary: {
      attempt,
      errors: names.flatMap((name) => {
        const message = errorOf(name);
        return message === undefined ? [] : [{ fieldId: name, message: `${labels[name]}: ${message}` }];
      }),
    },
  };
}
