import { Fragment } from "react";
import { Copyable } from "../../ui/copying/copyable.tsx";
import { CutText } from "./cut-text.tsx";

/** An address where there is little room. It breaks before the @ or after a separator of its name, elsewhere only if it must. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  const parts = [...(email.slice(0, at).match(/[^.+_-]*[.+_-]|[^.+_-]+/g) ?? []), email.slice(at)];
  return (
    <span className="o-break">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address, never reordered.
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** An address in a table, with a button that copies it: on one line, and in a card on as many as it needs. */
export const EmailCell = ({ email, to }: { email: string; to?: string | undefined }) => (
  <Copyable text={email}>
    <CutText text={email} to={to}>
      <EmailText email={email} />
    </CutText>
  </Copyable>
);
