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

/**
 * The ids that connect an input with its hint and error. @param more parts below the field that screen
 * readers also read with it
 */
export function useFieldWiring(
  { id, hint, error }: Pick<FieldText, "id" | "hint" | "error">,
  ...more: string[]
): FieldWiring {
  const own = useId();
  const fieldId = id ?? own;
  const described = [error ? `${fieldId}-error` : undefined, hint ? `${fieldId}-hint` : undefined];
  return {
    id: fieldId,
    isInvalid: Boolean(error),
    "aria-invalid": error ? true : undefined,
    "aria-describedby":
      [...described, ...more.map((part) => `${fieldId}-${part}`)].filter(Boolean).join(" ") || undefined,
  };
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
  controlId,
  children,
}: FieldText & { controlId: string; children: ReactNode }) {
  const named = (
    <Form.Label htmlFor={controlId} visuallyHidden={hideLabel ?? false}>
      {label}
      {optional && <span className="o-optional"> (optional)</span>}
    </Form.Label>
  );
  return (
    <div className="o-field">
      {afterLabel ? (
        <div className="o-label-row">
          {named}
          {afterLabel}
        </div>
      ) : (
        named
      )}
      {children}
      <FieldError id={`${controlId}-error`} message={error} />
      <ContactOffer of={[error]} />
      {hint && (
        <div id={`${controlId}-hint`} className="o-hint">
          {hint}
        </div>
      )}
    </div>
  );
}
