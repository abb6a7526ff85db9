import { Fragment } from "react";

/** An address where there is little room: broken before the @ or after a dot of its name, elsewhere only where that isn't enough. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  const parts = [...email.slice(0, at).split(/(?<=[.+_-])/), email.slice(at)];
  return (
    <span className="o-cell-text o-break">
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address, always in their place.
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
