import { useConsumer } from "../app/app-hooks.ts";
import { GuestOnly } from "../app/session-guards.tsx";
import { homeOf } from "./home.ts";
import { SessionUndecided } from "./session-undecided.tsx";

/** Screens that make no sense once signed in lead on to the consumer's own (spec §2). */
export function GuestScreens() {
  return <GuestOnly home={homeOf(useConsumer())} undecided={<SessionUndecided />} />;
}
