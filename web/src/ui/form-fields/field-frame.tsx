import { type ReactNode, useId } from "react";
import Form from "react-bootstrap/Form";
import { ContactOffer } from "../messages/contact-offer.tsx";

export interface FieldText {
  label: ReactNode;
  /** The input's id, for an error summary or another element that refers to the field. */
  id?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
  /** A small control after the label, such as a button with a tooltip. */
  afterLabel?: ReactNode;
}

/** The properties of the input in a frame, so that screen readers read hint and error with it. */
export interface FieldWiring {
  id: string;
  isInvalid: boolean;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** The ids that connect an input with its error and hint, and with other parts below the field. */
export function useFieldWiring(
  { id, hint, error }: Omit<FieldText, "label">,
  ...more: string[]
): FieldWiring {
  const own = useId();
  const fieldId = id ?? own;
  const parts = [error && "error", hint && "hint", ...more].filter(Boolean);
  return {
    id: fieldId,
    isInvalid: Boolean(error),
    "aria-invalid": error ? true : undefined,
    "aria-describedby": parts.map((part) => `${fieldId}-${part}`).join(" ") || undefined,
  };
}

/** The texts of a field, and its other properties. */
export function fieldTexts<P extends FieldText>(props: P) {
  const { label, id, hint, error, optional, hideLabel, afterLabel, ...rest } = props;
  return [{ label, id, hint, error, optional, hideLabel, afterLabel }, rest] as const;
}

/** The error message of a field, announced when it appears. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {message && (
        <div className="o-error">
          <span className="o-error-mark" aria-hidden="true">
            !
          </span>
          <span>{message}</span>
        </div>
      )}
    </div>
  );
}

/** A field: its label, its input, and below them error and hint. */
export function FieldFrame({
  label,
  hint,
  error,
  optional,
  hideLabel,
  afterLabel,
  more = [],
  children,
  ...rest
}: FieldText & {
  /** Other parts below the field that screen readers also read with it. */
  more?: readonly string[];
  children: (wiring: FieldWiring) => ReactNode;
}) {
  const wiring = useFieldWiring({ ...rest, hint, error }, ...more);
  const { id } = wiring;
  const named = (
    <Form.Label htmlFor={id} visuallyHidden={hideLabel ?? false}>
      {label}
      {optional && <span className="text-body-secondary fw-normal"> (optional)</span>}
    </Form.Label>
  );
  return (
    <div className="o-field">
      {afterLabel ? (
        <div className="d-flex align-items-start">
          {named}
          {afterLabel}
        </div>
      ) : (
        named
      )}
      {children(wiring)}
      <FieldError id={`${id}-error`} message={error} />
      <ContactOffer of={[error]} />
      {hint && (
        <div id={`${id}-hint`} className="o-hint">
          {hint}
        </div>
      )}
    </div>
  );
}
