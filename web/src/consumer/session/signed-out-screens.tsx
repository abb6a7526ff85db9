import { useConsumer } from "../../app/app-hooks.ts";
import { GuestOnly } from "../../app/session-guards.tsx";
import { SessionPending } from "./session-pending.tsx";
import { startPageOf } from "./start-page.ts";

/** Screens for signed-out visitors only: a signed-in consumer is redirected to their start page. */
export function SignedOutScreens() {
  return <GuestOnly home={startPageOf(useConsumer())} undecided={<SessionPending />} />;
}
