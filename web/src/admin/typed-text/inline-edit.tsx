import type { RoutePath } from "@ornament/contracts/routes/path";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { changedMeanwhile } from "../../app/api/changed-meanwhile.ts";
import { fieldErrorsOf, messageOf } from "../../app/calls/api-error.ts";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { offerUndoOf } from "../undo/undo.tsx";
import { DiscardQuestion, useDiscardQuestion } from "./typed-text.tsx";

export interface InlineEditProps {
  /** The field's label: "PIN name". */
  label: string;
  /** The owner of the value, if the page has several such fields: "ABCD-123". */
  of?: string;
  value: string;
  /** The route that saves it. Admins who may not call it see the value without the button. */
  needs: RoutePath;
  /** Shown if there is no value. */
  placeholder: string;
  /** The field's name in the call, to show the server's message for it. */
  path: string;
  save: (value: string) => Promise<{ error?: unknown }>;
  /** Editing begins. */
  onEdit?: () => void;
  check?: (value: string) => string | undefined;
  maxLength?: number;
  type?: "text" | "email";
  /** The display of the value, if it isn't plain text. */
  shown?: ReactNode;
}

/** A value with an Edit button. While it is edited: a field with Save and Cancel. */
export function InlineEdit(props: InlineEditProps) {
  const { label, of, value, placeholder, shown, onEdit, needs } = props;
  const mayEdit = useMay(needs);
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLDivElement>(null);
  const full = of ? `${label} of ${of}` : label;
  const edit = () => {
    onEdit?.();
    setEditing(true);
  };
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => editButton.current?.querySelector("button")?.focus());
  };
  if (editing) return <EditForm {...props} full={full} onClose={close} />;
  return (
    <div className="o-inline-edit" ref={editButton}>
      {shown ??
        (value ? (
          <span className="text-break" dir="auto">
            {value}
          </span>
        ) : (
          <em className="text-body-secondary">{placeholder}</em>
        ))}
      {mayEdit && (
        <Button small tone="plain" aria-label={`Edit ${full}`} onClick={edit}>
          Edit
        </Button>
      )}
    </div>
  );
}

function EditForm(props: InlineEditProps & { full: string; onClose: () => void }) {
  const { full, value, save, check, path, maxLength, type, onClose } = props;
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const question = useDiscardQuestion(full, text.trim() !== value, onClose);
  const keepWriting = () => {
    question.keepWriting();
    form.current?.querySelector("input")?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const typed = text.trim();
    if (typed === value) return onClose();
    const found = check?.(typed);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    const { error } = await save(typed);
    setBusy(false);
    if (error === undefined) onClose();
    else setProblem(fieldErrorsOf(error)[path] ?? messageOf(error));
  };
  return (
    <form
      noValidate
      className="o-inline-edit"
      onSubmit={(event) => void submit(event)}
      onKeyDown={({ key }) => {
        if (key === "Escape" && !busy) question.asking ? keepWriting() : question.leave();
      }}
      ref={form}
    >
      <TextField
        label={full}
        hideLabel
        autoFocus
        type={type}
        maxLength={maxLength}
        autoComplete="off"
        value={text}
        error={problem}
        onChange={(next) => {
          setText(next);
          setProblem(undefined);
          question.keepWriting();
        }}
      />
      {question.asking ? (
        <DiscardQuestion
          small
          question="Discard your change?"
          onKeepWriting={keepWriting}
          onDiscard={question.discard}
        />
      ) : (
        <>
          <Button small type="submit" busy={busy} busyLabel="Saving..." aria-label={`Save ${full}`}>
            Save
          </Button>
          <Button
            small
            tone="quiet"
            disabled={busy}
            aria-label={`Cancel editing ${full}`}
            onClick={question.leave}
          >
            Cancel
          </Button>
        </>
      )}
    </form>
  );
}

export interface VersionedName {
  /** Identifies the named thing in the offer of an undo. */
  id: string;
  /** The named thing in a sentence. */
  shown: ReactNode;
  name: string;
  /** The version that is shown. */
  version: string | undefined;
  /** Reads again and returns the version. */
  reload: () => Promise<string | undefined>;
  rename: (
    name: string,
    version: string | undefined,
  ) => PromiseLike<{ data?: { version: string } | undefined; error?: unknown }>;
}

/**
 * `onEdit` and `save` of an `InlineEdit` of a name that others change, too. A toast offers the undo. After
 * somebody else's change the typed name stays, and the next press saves it with the new version.
 */
export function useVersionedName({ id, shown, name, version, reload, rename }: VersionedName) {
  // The version that was shown when editing began.
  const read = useRef(version);
  return {
    onEdit: () => {
      read.current = version;
    },
    save: async (next: string) => {
      const { data, error } = await rename(next, read.current);
      if (data)
        offerUndoOf(`name of ${id}`, {
          done: <NamedNow shown={shown} name={next} />,
          undone: <>The renaming of {shown} is undone.</>,
          field: { path: "name", name: "the name" },
          undo: () => rename(name, data.version),
        });
      if (error === undefined || !changedMeanwhile(error)) return { error };
      read.current = (await reload()) ?? read.current;
      return { error: { ...(error as object), errors: [] } };
    },
  };
}

const NamedNow = ({ shown, name }: { shown: ReactNode; name: string }) =>
  name ? (
    <>
      {shown} is named “<bdi>{name}</bdi>” now.
    </>
  ) : (
    <>The name of {shown} was removed.</>
  );
