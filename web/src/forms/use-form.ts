import { type FormEvent, useId, useState } from "react";
import { fittingValues, forgetValues, keepValues, keptValues } from "../app/browser-storage/kept-values.ts";
import { sessionStore } from "../app/browser-storage/safe-storage.ts";
import type { SummarisedError } from "../ui/form-fields/error-summary.tsx";
import { afterPress } from "../ui/press/after-press.ts";
import { useAction } from "./use-action.ts";

type Name<V> = keyof V & string;
export type FieldMessages<V> = Partial<Record<Name<V>, string | undefined>>;

export interface FormOptions<V> {
  /** The values at the start, in the order of the fields. */
  initial: V;
  /** The labels of the fields in the list of errors. Without a label the message is listed alone. */
  labels: Partial<Record<Name<V>, string>>;
  /** The messages of the fields with a wrong value. */
  check: (values: V) => FieldMessages<V>;
  /** The name under which typed text is kept over a reload, a sign-in and Back. */
  keep?: { as: string; except?: readonly Name<V>[] } | undefined;
}

/** The server's refusal: messages for fields, and a message for the form as a whole. */
export interface FormRefusal<V> {
  fields?: FieldMessages<V>;
  message?: string | undefined;
}

/** The part of a form that its frame shows. */
export interface FormState {
  busy: boolean;
  /** The refusal of the form as a whole. */
  failure: string | undefined;
  /** For `ErrorSummary`. */
  summary: { errors: SummarisedError[]; attempt: number };
}

/** The properties that a text field, password field or select takes from a form. */
export interface BoundField {
  id: string;
  name: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/**
 * The values of a form and its messages. A field's message shows once the field was left with a text or emptied, and
 * every message once the form was submitted. The server's messages show until the field changes or the form is submitted
 * again. No mode of react-hook-form has these rules. They'd be written around it, and it'd add 13 kB compressed where
 * this hook takes about 1 kB.
 */
export function useForm<V extends object>({ initial, labels, check, keep }: FormOptions<V>) {
  const [values, setValues] = useState(() =>
    keep ? fittingValues(initial, keptValues(sessionStore, keep.as)) : initial,
  );
  const [left, setLeft] = useState<readonly string[]>([]);
  const [typedIn, setTypedIn] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<FieldMessages<V>>({});
  const [failure, setFailure] = useState<string>();
  const [submitted, setSubmitted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const { busy, run } = useAction();
  const prefix = useId();

  const wrong = check(values);
  /** A field that was passed with Tab and is still empty is not wrong yet. */
  const isAnswered = (name: Name<V>) =>
    left.includes(name) && (values[name] !== "" || typedIn.includes(name));
  const messageOf = (name: Name<V>) =>
    refused[name] ?? (submitted || isAnswered(name) ? wrong[name] : undefined);
  const idOf = (name: Name<V>) => `${prefix}-${name}`;

  const set = <N extends Name<V>>(name: N, value: V[N]) => {
    setValues((before) => ({ ...before, [name]: value }));
    if (keep) keepWithout({ ...values, [name]: value }, keep);
    setRefused((before) => ({ ...before, [name]: undefined }));
  };
  const refuse = ({ fields = {}, message }: FormRefusal<V>) => {
    setRefused(fields);
    setFailure(message);
    setAttempt((before) => before + 1);
  };
  const forget = () => {
    if (keep) forgetValues(sessionStore, keep.as);
  };
  const reset = (next: V = initial) => {
    forget();
    setValues(next);
    setLeft([]);
    setTypedIn([]);
    setRefused({});
    setFailure(undefined);
    setSubmitted(false);
  };
  /** Sends the values unless one is wrong, one call at a time. The form is busy until `send` is done. */
  const submit = (send: (values: V) => unknown) => (event?: Pick<FormEvent, "preventDefault">) => {
    event?.preventDefault();
    void run(async () => {
      setRefused({});
      setFailure(undefined);
      setSubmitted(true);
      setAttempt((before) => before + 1);
      if (Object.values(wrong).every((message) => message === undefined)) await send(values);
    });
  };
  const field = (name: Name<V>): BoundField => ({
    id: idOf(name),
    name,
    value: String(values[name]),
    error: messageOf(name),
    onChange: (value) => {
      setTypedIn((before) => (before.includes(name) ? before : [...before, name]));
      set(name, value as V[Name<V>]);
    },
    onBlur: () => afterPress(() => setLeft((before) => [...before, name])),
  });

  const errors = (Object.keys(initial) as Name<V>[]).flatMap((name): SummarisedError[] => {
    const message = messageOf(name);
    if (message === undefined) return [];
    return [{ fieldId: idOf(name), message: labels[name] ? `${labels[name]}: ${message}` : message }];
  });

  // Only after a submission: a list that grew with each left field would move the form during typing.
  const summary = { errors: submitted ? errors : [], attempt };
  return { values, busy, failure, set, reset, refuse, submit, field, idOf, summary, forget };
}

/** Passwords are never kept. */
function keepWithout<V extends object>(values: V, { as, except = [] }: NonNullable<FormOptions<V>["keep"]>) {
  const kept = Object.entries(values).filter(([name]) => !except.includes(name as Name<V>));
  keepValues(sessionStore, as, Object.fromEntries(kept));
}
