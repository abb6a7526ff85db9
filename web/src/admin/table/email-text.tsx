import { Fragment } from "react";

/** An address where there is little room. It breaks before the @ or after a separator of its name, elsewhere only if it must. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  const parts = [...(email.slice(0, at).match(/[^.+_-]*[.+_-]|[^.+_-]+/g) ?? []), email.slice(at)];
  return (
    <span className="o-cell-text o-break">
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
