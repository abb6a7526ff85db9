import { Fragment } from "react";
import { Copyable } from "../../ui/copying/copy-button.tsx";
import { CutText } from "./cut-text.tsx";

/**
 * An email address in a narrow space. It breaks before the @ or after a separator of its name, elsewhere only
 * if it must.
 */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  const parts = [...(email.slice(0, at).match(/[^.+_-]*[.+_-]|[^.+_-]+/g) ?? []), email.slice(at)];
  return (
    <span className="text-break">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one email address, never reordered.
        <Fragment key={place}>
          {place > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}

/** An email address in a table with a copy button: on one line, or in a card on as many lines as it needs. */
export const EmailCell = ({ email, to }: { email: string; to?: string | undefined }) => (
  <Copyable text={email}>
    <CutText text={email} to={to}>
      <EmailText email={email} />
    </CutText>
  </Copyable>
);
