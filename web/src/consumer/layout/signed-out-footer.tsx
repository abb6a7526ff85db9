import { Link } from "react-router";
import { DialogLink } from "../dialogs/dialog-link.tsx";

/** Below the card of a signed-out screen: a link to another screen, and help. */
export function SignedOutFooter({
  to,
  label,
}: {
  to?: "/login" | "/verify-age" | "/registration";
  label?: string;
}) {
  return (
    <>
      {to && <Link to={to}>{label}</Link>}
      <DialogLink to="#support">Need help?</DialogLink>
    </>
  );
}
