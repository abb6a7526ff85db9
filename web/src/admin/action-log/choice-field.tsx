import { adminsTable } from "@ornament/contracts/admins/columns";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { limits } from "@ornament/contracts/values/limits";
import { roleLabels, systemLabel } from "@ornament/contracts/values/roles";
import { settingNames } from "@ornament/contracts/values/settings";
import { skipToken } from "@reduxjs/toolkit/query";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { defaultsOf, listParams } from "../../ui/table/list-state.ts";
import { useListAdminsQuery } from "../admins/admins-api.ts";
import { useFind } from "../find/use-find.ts";
import {
  adminSubject,
  batchSubject,
  consumerSubject,
  pinSubject,
  settingLabels,
  settingSubject,
  subjectText,
  systemActor,
} from "../log-entries/subjects.ts";
import { useMay } from "../page/may.ts";
import { useListBatchesQuery } from "../pins/pins-api.ts";

/** How browsers name the input of a suggestion and of a paste. Some name no kind for a suggestion. */
const wholeInputs: readonly string[] = ["", "insertReplacementText", "insertFromPaste"];

export interface ChoiceFieldProps {
  label: string;
  placeholder: string;
  useSuggestions: (text: string) => Suggestions;
  /** The value of a text that needs no suggestion. */
  read: (text: string) => string | undefined;
  onChoose: (value: string) => void;
  /** Shown for a text that means nothing known. */
  unknownText: string;
}

/**
 * A text with suggestions of the browser. A suggestion, or Enter after a text, chooses one, and the field is
 * empty again.
 */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, placeholder, read, onChoose, unknownText, useSuggestions } = props;
  const listId = useId();
  const [text, setText] = useState("");
  /** Enter was pressed, perhaps before the suggestions came. */
  const [entered, setEntered] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { all, loading } = useSuggestions(text);
  const wanted = text.trim().toLowerCase();
  const exact = all.find((suggestion) => suggestion.text.toLowerCase() === wanted);

  const choose = (value: string) => {
    setText("");
    setEntered(false);
    setProblem(undefined);
    onChoose(value);
  };
  /** Whether the text came as a whole: a picked suggestion, or a paste. A typed letter may be followed by another one. */
  const whole = useRef(true);
  const type = (next: string) => {
    setProblem(undefined);
    setEntered(false);
    const suggestion = whole.current ? all.find((offered) => offered.text === next) : undefined;
    whole.current = true;
    if (suggestion) choose(suggestion.value);
    else setText(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each Enter is answered once, when the suggestions are there.
  useEffect(() => {
    if (!entered) return;
    const value = read(text.trim()) ?? exact?.value;
    if (value !== undefined) return choose(value);
    if (loading) return;
    const possible = all.filter((suggestion) => suggestion.text.toLowerCase().includes(wanted));
    if (possible[0] && possible.length === 1) return choose(possible[0].value);
    setEntered(false);
    setProblem(unknownText);
  }, [entered, loading]);

  return (
    <>
      <TextField
        label={label}
        placeholder={placeholder}
        value={text}
        error={problem}
        list={listId}
        maxLength={limits.searchTerm}
        autoComplete="off"
        autoCapitalize="none"
        onInput={({ nativeEvent }: FormEvent) => {
          const { inputType } = nativeEvent as Partial<InputEvent>;
          whole.current = inputType === undefined || wholeInputs.includes(inputType);
        }}
        onChange={type}
        onKeyDown={({ key }: KeyboardEvent) => {
          if (key === "Enter" && wanted !== "") setEntered(true);
        }}
      />
      <datalist id={listId}>
        {all.map(({ value, text: offered, note }) => (
          <option key={value} value={offered}>
            {note}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** An actor or subject that a text can mean. */
interface Suggestion {
  /** The API's name, such as `admin-3`. */
  value: string;
  /** The text that chooses it: an email address, a PIN, or a name. */
  text: string;
  /** Its kind, such as "IT Admin". */
  note: string;
}

export interface Suggestions {
  /** In the order offered. */
  all: readonly Suggestion[];
  /** Whether the suggestions for the text are still being loaded. */
  loading: boolean;
}

/** The admins whose email address contains a text; none for an admin who may not read the Admins table. */
function useAdmins(term: string | undefined): Suggestions {
  const allowed = useMay(adminAccountPaths.listAdmins);
  const asked = allowed && term !== undefined;
  const params = listParams({ ...defaultsOf(adminsTable), query: term ?? "", field: "email" });
  const { currentData, isFetching } = useListAdminsQuery(asked ? params : skipToken);
  const rows = asked ? (currentData?.rows ?? []) : [];
  return {
    all: rows.map(({ id, email, role }) => ({
      value: adminSubject(id),
      text: email,
      note: roleLabels[role],
    })),
    loading: asked && isFetching,
  };
}

function useAccounts(text: string) {
  const { term, found, error } = useFind(text);
  // Before anything is typed, the first admins are offered. They are searched when typing has paused, as the consumers are.
  const admins = useAdmins(text === "" ? "" : found && term);
  const consumers = (found?.consumers ?? []).map(({ id, email }) => ({
    value: consumerSubject(id),
    text: email,
    note: "Consumer",
  }));
  const pins = (found?.pins ?? []).map(({ pin }) => ({ value: pinSubject(pin), text: pin, note: "PIN" }));
  const finding = term !== undefined && found === undefined && error === undefined;
  return { people: [...admins.all, ...consumers], pins, loading: finding || admins.loading };
}

/** The actors that a text can mean: the system, admins and consumers. */
export function useActors(text: string): Suggestions {
  const { people, loading } = useAccounts(text);
  return { all: [{ value: systemActor, text: systemLabel, note: "No person" }, ...people], loading };
}

const settings = settingNames.map((name) => ({
  value: settingSubject(name),
  text: settingLabels[name],
  note: "Setting",
}));

/** The subjects that a text can mean: PINs, accounts, settings and PIN batches. */
export function useSubjects(text: string): Suggestions {
  const { people, pins, loading } = useAccounts(text);
  const { data } = useListBatchesQuery();
  const batches = (data?.rows ?? []).map(({ batchName }) => ({
    value: batchSubject(batchName),
    text: subjectText(batchSubject(batchName)),
    note: "PIN batch",
  }));
  return { all: [...pins, ...people, ...settings, ...batches], loading };
}
