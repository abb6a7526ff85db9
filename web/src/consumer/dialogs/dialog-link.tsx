import type { ReactNode } from "react";
import { Link } from "react-router";

/** The dialogs that every consumer screen can open with a link to the hash, such as `<Link to="#terms">`. */
export type DialogHash = "#how-it-works" | "#faq" | "#support" | "#privacy" | "#terms";

/** The history state of a dialog that a link on a screen has opened. */
const openedByLink = { openedByLink: true };

/** Whether a link has opened the dialog of this history state, so that Back closes it. */
export const isOpenedByLink = (state: unknown): boolean =>
  (state as Partial<typeof openedByLink> | null)?.openedByLink === true;

/** A link that opens a dialog over the current screen, without losing typed text or the scroll position. */
export function DialogLink(props: { to: DialogHash; children: ReactNode; className?: string }) {
  const { to, children, className } = props;
  return (
    <Link to={to} state={openedByLink} preventScrollReset className={className}>
      {children}
    </Link>
  );
}

/** A button that opens the support dialog over the screen. */
export const GetHelp = () => (
  <DialogLink to="#support" className="btn btn-quiet btn-sm">
    Get help
  </DialogLink>
);
