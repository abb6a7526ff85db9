import { useConsumer } from "../../app/app-hooks.ts";
import { GuestOnly } from "../../app/guards/session-guards.tsx";
import { SessionPending } from "./session-pending.tsx";
import { startPageOf } from "./start-page.ts";

/**
 * Screens for signed-out visitors only. A signed-in consumer is redirected to the requested page, or to the
 * start page. Without an ornament that is always PIN entry.
 */
export function SignedOutScreens() {
  const user = useConsumer();
  const returnTo = user?.pins.count === 0 ? undefined : "/user";
  return <GuestOnly home={startPageOf(user)} returnTo={returnTo} undecided={<SessionPending />} />;
}
