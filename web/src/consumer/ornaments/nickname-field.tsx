import { limits } from "@ornament/contracts/domain/limits";
import { useRef, useState } from "react";
import { TextField } from "../../ui/form-fields/text-field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";

/**
 * The nickname of an ornament, behind a button until it is wanted. A field with a text or an error is always
 * open.
 */
export function NicknameField(props: {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  const { id, value, error, onChange } = props;
  const [pressed, setPressed] = useState(false);
  const open = useRef(false);
  // An emptied field stays open.
  open.current ||= pressed || value !== "" || error !== undefined;

  if (!open.current)
    return (
      <Button
        tone="plain"
        className="o-nickname-toggle"
        aria-expanded={false}
        onClick={() => setPressed(true)}
      >
        <Icon name="pencil" /> Give it a nickname
      </Button>
    );
  return (
    <TextField
      id={id}
      label="Nickname"
      optional
      value={value}
      error={error}
      hint="Whose is it? Up to 20 characters."
      maxLength={limits.ornamentName}
      autoComplete="off"
      autoCapitalize="words"
      autoFocus={pressed}
      onChange={onChange}
    />
  );
}
