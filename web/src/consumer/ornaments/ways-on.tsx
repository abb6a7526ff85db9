import { useAppDispatch } from "../../app/app-hooks.ts";
import { signOut } from "../../app/session/session-actions.ts";
import { useAction } from "../../forms/use-action.ts";
import { Button } from "../../ui/press/button.tsx";
import { GetHelp } from "../dialogs/get-help.tsx";
import type { PinRows } from "./use-pin-rows.ts";

/**
 * What a parent can do about an unknown PIN. Nobody is told whether another account has the PIN, so the
 * sign-in with another account is offered for every unknown PIN.
 */
export function WaysOn({ form, withHelp }: { form: PinRows; withHelp: boolean }) {
  const dispatch = useAppDispatch();
  const { busy, run } = useAction();
  const leave = () =>
    run(async () => {
      await dispatch(signOut());
      // The sign-out forgets all typed text. Only this account sees it again, for example the other PINs of
      // the entry.
      form.keep();
    });
  return (
    <div className="o-ways-on">
      <p className="o-hint">Is it already on another account?</p>
      <Button tone="quiet" small busy={busy} onClick={() => void leave()}>
        Sign in with the other account
      </Button>
      {withHelp && <GetHelp />}
    </div>
  );
}
