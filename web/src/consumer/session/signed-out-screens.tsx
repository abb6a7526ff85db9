import { useConsumer } from "../../app/app-hooks.ts";
import { GuestOnly } from "../../app/session-guards.tsx";
import { SessionPending } from "./session-pending.tsx";
import { startPageOf } from "./start-page.ts";

/** Screens that make no sense once signed in lead on to the consumer's own (spec §2). */
export function SignedOutScreens() {
  return <GuestOnly home={startPageOf(useConsumer())} undecided={<SessionPending />} />;
}
