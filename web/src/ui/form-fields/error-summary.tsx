import { useEffect, useRef } from "react";
import { ContactOffer } from "../messages/contact-offer.tsx";

export interface SummarisedError {
  /** The id of the field with the error; absent for an error of the form as a whole. */
  fieldId?: string | undefined;
  message: string;
}

export interface ErrorSummaryProps {
  errors: readonly SummarisedError[];
  /** The number of submissions and refusals. Each new attempt moves the focus. */
  attempt: number;
  /** The least number of errors for a list. With fewer errors only the fields show their messages. */
  atLeast?: number | undefined;
  title?: string | undefined;
}

/**
 * Lists the errors of a form, with links to the fields. Each change of `attempt` moves the focus to the list,
 * or to the only wrong field if no list is shown.
 */
export function ErrorSummary({ errors, attempt, atLeast = 2, title }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(errors);
  latest.current = errors;

  useEffect(() => {
    const [first] = latest.current;
    if (attempt === 0 || !first) return;
    if (box.current) box.current.focus();
    else if (first.fieldId) document.getElementById(first.fieldId)?.focus();
  }, [attempt]);

  if (errors.length === 0 || errors.length < atLeast) return null;
  return (
    <section className="o-summary" ref={box} tabIndex={-1} aria-labelledby="o-summary-title">
      <h2 id="o-summary-title">
        {title ?? (errors.length === 1 ? "Please check this" : `Please check ${errors.length} things`)}
      </h2>
      <ul>
        {errors.map((error) => (
          <li key={`${error.fieldId} ${error.message}`}>
            <Entry {...error} />
          </li>
        ))}
      </ul>
      <ContactOffer of={[title, ...errors.map(({ fieldId, message }) => (fieldId ? undefined : message))]} />
    </section>
  );
}

function Entry({ fieldId, message }: SummarisedError) {
  if (fieldId === undefined) return message;
  return (
    <a
      href={`#${fieldId}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(fieldId)?.focus();
      }}
    >
      {message}
    </a>
  );
}
