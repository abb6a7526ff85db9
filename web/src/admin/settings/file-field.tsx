import type { ReactNode, Ref } from "react";
import Form from "react-bootstrap/Form";
import { FieldFrame, useFieldWiring } from "../../ui/field-frame.tsx";

export function FileField(props: {
  label: string;
  accept: string;
  onChoose: (file: File | undefined) => void;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const { label, accept, onChoose, error, hint, disabled, ref } = props;
  const wiring = useFieldWiring({ error, hint });
  return (
    <FieldFrame {...{ label, hint, error }} controlId={wiring.id}>
      <Form.Control
        {...wiring}
        ref={ref ?? null}
        type="file"
        accept={accept}
        disabled={disabled ?? false}
        onChange={({ target }) => onChoose((target as HTMLInputElement).files?.[0])}
      />
    </FieldFrame>
  );
}
