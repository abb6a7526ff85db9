import { normaliseEmail } from "@ornament/contracts/values/email";
import { useEffect, useRef, useState } from "react";
import { type ChangedMeanwhile, changedMeanwhile, isNewer } from "../app/api/changed-meanwhile.ts";
import type { PasswordPair } from "./new-password.tsx";
import { type FormOptions, type FormRefusal, useForm } from "./use-form.ts";

type Name<V> = keyof V & string;

export interface EditOptions<R extends { version: string }, V, A>
  extends Omit<FormOptions<V>, "initial" | "keep"> {
  /** The edited row, as it was last read. */
  row: R;
  valuesOf: (row: R) => V;
  /** Reads the row again; `undefined` if that isn't possible now. */
  reload: () => Promise<R | undefined>;
  /** Sends the changed values, and the version that was read. */
  save: (changed: Partial<V>, version: string) => Promise<{ data?: A | undefined; error?: unknown }>;
  /** The refusal, unless somebody else has changed the row. */
  refusal: (error: unknown) => FormRefusal<V>;
}

/**
 * A form that edits an account, which other admins may edit too. It saves only the changed fields, with the
 * version that was read. If somebody else has changed the account in between, everything typed stays, the
 * other fields take the new values, `change` has the message, and the next press saves with the new version.
 * See docs/decisions/0027-edits-carry-the-version-they-read.md
 */
export function useEditForm<R extends { version: string }, V extends PasswordPair, A>(
  options: EditOptions<R, V, A>,
) {
  const { row, valuesOf, reload, save, refusal, labels, check } = options;
  const [read, setRead] = useState({ values: valuesOf(row), version: row.version });
  const [change, setChange] = useState<ChangedMeanwhile>();
  const form = useForm<V>({ initial: read.values, labels, check });
  // Text that is typed during a call counts too.
  const latest = useRef(form.values);
  latest.current = form.values;

  const changedNames = (from = read.values) =>
    (Object.keys(latest.current) as Name<V>[]).filter(
      (name) => asStored(name, latest.current[name]) !== asStored(name, from[name]),
    );
  /** Shows the row as it was read now. Fields that differ from `from` have typed text, and stay. */
  const take = (fresh: R, from = read.values) => {
    const values = valuesOf(fresh);
    const typed = changedNames(from);
    for (const name of Object.keys(values) as Name<V>[])
      if (!typed.includes(name)) form.set(name, values[name]);
    setRead({ values, version: fresh.version });
  };

  // A form without typed text shows the row as it was last read.
  const untouched = changedNames().length === 0 && !form.busy;
  const { version } = row;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer version is taken.
  useEffect(() => {
    if (untouched && isNewer(version, read.version)) take(row);
  }, [untouched, version]);

  /** Saves, and passes on the answer and the saved values. */
  const submit = (then: (answer: A, values: V) => unknown) =>
    form.submit(async (values) => {
      setChange(undefined);
      const changed = changedNames().map((name) => [name, values[name]]);
      const { data, error } = await save(Object.fromEntries(changed) as Partial<V>, read.version);
      if (data === undefined) {
        const found = changedMeanwhile(error);
        if (!found) return form.refuse(refusal(error));
        setChange(found);
        const fresh = await reload();
        if (fresh) take(fresh);
        return;
      }
      const shown = { ...values, password: "", confirmation: "" };
      const typedMeanwhile = changedNames(values).map((name) => [name, latest.current[name]]);
      latest.current = { ...shown, ...Object.fromEntries(typedMeanwhile) };
      form.reset(latest.current);
      setRead({ values: shown, version: read.version });
      then(data, values);
      const fresh = await reload();
      if (fresh && isNewer(fresh.version, read.version)) take(fresh, shown);
    });

  return { ...form, submit, change, isChanged: changedNames().length > 0 };
}

/** A value as the server stores it, so that a space at the end is not a change. */
const asStored = (name: string, value: unknown): unknown => {
  if (typeof value !== "string") return value;
  return name === "email" ? normaliseEmail(value) : value.trim();
};
