import type { ReactNode, Ref } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame } from "../../ui/form-fields/field-frame.tsx";
import { pressGuard } from "../../ui/press/press-guard.ts";

export function FileField(props: {
  label: string;
  accept: string;
  onChoose: (file: File | undefined) => void;
  error?: string | undefined;
  hint?: ReactNode;
  /** No other file can be chosen or dropped for now. The field keeps the focus. */
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const { label, accept, onChoose, error, hint, disabled = false, ref } = props;
  return (
    <FieldFrame {...{ label, hint, error }}>
      {(wiring) => (
        <Form.Control
          {...wiring}
          ref={ref ?? null}
          type="file"
          accept={accept}
          {...pressGuard(disabled, undefined)}
          onDrop={(event) => disabled && event.preventDefault()}
          onChange={({ target }) => onChoose((target as HTMLInputElement).files?.[0])}
        />
      )}
    </FieldFrame>
  );
}
