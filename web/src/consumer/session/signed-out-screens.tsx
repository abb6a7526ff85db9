import { useConsumer } from "../../app/app-hooks.ts";
import { GuestOnly } from "../../app/session-guards.tsx";
import { SessionUndecided } from "./session-pending.tsx";
import { homeOf } from "./start-page.ts";

/** Screens that make no sense once signed in lead on to the consumer's own (spec §2). */
export function GuestScreens() {
  return <GuestOnly home={homeOf(useConsumer())} undecided={<SessionUndecided />} />;
}
