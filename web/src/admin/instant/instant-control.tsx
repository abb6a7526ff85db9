import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { LineDrawing } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import { minute } from "../dates/date-kinds.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { type ShownInstant, useShownInstant } from "./shown-instant.tsx";

const clock = "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2";

/** The button that asks for the instant at which a screen is shown. Nothing where a screen has no instant. */
export function InstantControl() {
  const shown = useShownInstant();
  const [open, setOpen] = useState(false);
  const control = useRef<HTMLDivElement>(null);
  if (!shown) return null;
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => control.current?.querySelector("button")?.focus());
  };
  return (
    <div ref={control} className="o-instant-control">
      {open ? (
        <InstantForm shown={shown} onClose={close} />
      ) : (
        <Button tone="quiet" onClick={() => setOpen(true)}>
          <LineDrawing shape={clock} />
          As it stood at…
        </Button>
      )}
    </div>
  );
}

function InstantForm({ shown, onClose }: { shown: ShownInstant; onClose: () => void }) {
  const [text, setText] = useState(minute.show(shown.at ?? ""));
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = minute.read(text) || undefined;
    const found = at === undefined ? minute.missing(text) : futureProblem(at);
    setProblem(found);
    if (found !== undefined) field.current?.focus();
    else if (at === shown.at) onClose();
    else shown.show(at);
  };
  return (
    <form
      noValidate
      className="o-instant-form"
      onSubmit={submit}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        // A menu around the form stays open.
        event.preventDefault();
        onClose();
      }}
    >
      <TextField
        label={`As it stood at (${browserTimeZone})`}
        placeholder={minute.format}
        autoComplete="off"
        autoFocus
        ref={field}
        value={text}
        error={problem}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
        }}
      />
      <div className="hstack flex-wrap gap-3">
        <Button type="submit">Show</Button>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const futureProblem = (at: string): string | undefined =>
  Date.parse(at) > Date.now() ? "This time is in the future. Enter an earlier one." : undefined;
