import { useEffect, useLayoutEffect, useRef, useState } from "react";
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
  /** The heading of the list. A list with a heading of its own is always shown. */
  title?: string | undefined;
}

/**
 * Lists the errors of a form, with links to the fields, if not all wrong fields are in view: a message that a
 * field already shows in view is not repeated. Each change of `attempt` moves the focus to the list, or to the
 * first wrong field if no list is shown.
 */
export function ErrorSummary({ errors, attempt, atLeast = 2, title }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(errors);
  latest.current = errors;
  /** The last attempt, and whether the window showed all its errors at their fields. */
  const [looked, setLooked] = useState({ attempt: 0, inView: false });

  // Before the window is painted, so that a list that isn't needed never shows.
  useLayoutEffect(() => {
    if (attempt > 0) setLooked({ attempt, inView: latest.current.every(isInView) });
  }, [attempt]);

  useEffect(() => {
    const [first] = latest.current;
    if (looked.attempt === 0 || !first) return;
    if (box.current) box.current.focus();
    else if (first.fieldId) document.getElementById(first.fieldId)?.focus();
  }, [looked]);

  const isNeeded = title !== undefined || !looked.inView;
  if (errors.length === 0 || errors.length < atLeast || !isNeeded) return null;
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

/** Whether the window shows the whole field of the error. */
function isInView({ fieldId }: SummarisedError): boolean {
  const field = fieldId === undefined ? null : document.getElementById(fieldId);
  if (!field) return false;
  const { top, bottom } = field.getBoundingClientRect();
  return top >= 0 && bottom <= (window.visualViewport?.height ?? window.innerHeight);
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
