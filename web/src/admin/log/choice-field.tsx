import { limits } from "@ornament/contracts/domain/limits";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import type { Suggestions } from "./use-suggestions.ts";

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
