import { Fragment, type ReactElement, type ReactNode, useId } from "react";
import { Copyable } from "../../ui/copying/copy-button.tsx";
import { Tooltip } from "../../ui/tooltip/tooltip.tsx";
import { useIsCut } from "../../ui/tooltip/use-is-cut.ts";
import { PageLink } from "../instant/shown-instant.tsx";
import { pinPath } from "../page/paths.ts";

export interface CutTextProps {
  text: string;
  /** The shown content, if it isn't just the text. */
  children?: ReactNode;
  /** The path, if the text is a link. */
  to?: string | undefined;
  /** More about the text, also for screen readers. With it there is always a tooltip. */
  tip?: string | undefined;
}

/**
 * A text on one line. If the line is too short, the text is cut off, and a tooltip shows all of it on hover,
 * focus and tap. Only then is it a Tab stop, so that the keyboard skips texts that can be read anyway.
 */
export function CutText({ text, children = text, to, tip }: CutTextProps) {
  const tipId = useId();
  const [cut, ref] = useIsCut(text);
  const hint = tip ?? (cut ? text : undefined);
  const withTip = (element: ReactElement) =>
    hint === undefined ? element : <Tooltip text={hint}>{element}</Tooltip>;
  // The same element holds a whole and a cut text: the measured width must not depend on the result.
  return (
    <span className="o-cut" dir="auto" ref={ref}>
      {to !== undefined ? (
        withTip(<PageLink to={to}>{children}</PageLink>)
      ) : hint === undefined ? (
        <span>{children}</span>
      ) : (
        withTip(
          <button type="button" className="o-cut-button" aria-describedby={tip && tipId}>
            {children}
          </button>,
        )
      )}
      {tip !== undefined && (
        <span id={tipId} hidden>
          {tip}
        </span>
      )}
    </span>
  );
}

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

/** A PIN that leads to its page, with a button that copies it. */
export const PinCode = ({ pin }: { pin: string }) => (
  <Copyable text={pin}>
    <PageLink className="o-pin-code" to={pinPath(pin)}>
      {pin}
    </PageLink>
  </Copyable>
);
