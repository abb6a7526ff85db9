import { useAppDispatch, useSession } from "../../app/app-hooks.ts";
import { useSignOfLife } from "../../app/screens/sign-of-life.tsx";
import { checkSession } from "../../app/session/session-actions.ts";
import { Button } from "../../ui/press/button.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { PlainCard } from "../layout/plain-card.tsx";

/**
 * Shown until the server has confirmed the session: a placeholder, or Try again when the server can't be
 * reached.
 */
export function SessionPending() {
  const { unreachable } = useSession();
  const dispatch = useAppDispatch();
  useSignOfLife(!unreachable);
  if (!unreachable)
    return (
      <div className="o-show-late">
        <PlainCard title="One moment" busy>
          <Skeleton lines={6} />
        </PlainCard>
      </div>
    );
  return (
    <PlainCard title="No connection">
      <p>We could not reach the server. You are still signed in.</p>
      <div className="o-main-action">
        <Button tone="action" wide onClick={() => void dispatch(checkSession())}>
          Try again
        </Button>
      </div>
    </PlainCard>
  );
}
