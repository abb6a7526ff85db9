import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { useAppDispatch, useConsumer, useSession } from "../../app/app-hooks.ts";
import { GuestOnly } from "../../app/guards/session-guards.tsx";
import { useSignOfLife } from "../../app/screens/sign-of-life.tsx";
import { checkSession } from "../../app/session/session-actions.ts";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { MainButton, PlainCard } from "./card.tsx";

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
      <MainButton onClick={() => void dispatch(checkSession())}>Try again</MainButton>
    </PlainCard>
  );
}

/**
 * Screens for signed-out visitors only. A signed-in consumer is redirected to the requested page, or to the
 * start page. Without an ornament that is always PIN entry.
 */
export function SignedOutScreens() {
  const user = useConsumer();
  const returnTo = user?.pins.count === 0 ? undefined : "/user";
  return <GuestOnly home={startPageOf(user)} returnTo={returnTo} undecided={<SessionPending />} />;
}

/** The first screen of a signed-in consumer: ornament selection, or PIN entry without an ornament. */
export const startPageOf = (user: Pick<SignedInConsumer, "pins"> | undefined) =>
  user?.pins.count === 0 ? "/user/activate-pin" : "/user/pin-authorization";
