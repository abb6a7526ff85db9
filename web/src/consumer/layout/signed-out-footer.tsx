import { Link } from "react-router";
import { DialogLink } from "../dialogs/dialog-link.tsx";

/** Under the card of somebody who isn't signed in: the other way, and help. */
export function SignedOutFooter({ to, label }: { to?: "/login" | "/verify-age"; label?: string }) {
  return (
    <>
      {to && <Link to={to}>{label}</Link>}
      <DialogLink to="#support">Need help?</DialogLink>
    </>
  );
}
