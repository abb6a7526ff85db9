import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { useConsumer } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/safe-storage.ts";
import { storedOrnament } from "../ornaments/ornament-choice.ts";

/** The ornament whose devices are shown: the one chosen at ornament selection, or else the account's current one. */
export function useChosenOrnament(): { user: SignedInConsumer; pin: OwnPin } | undefined {
  const user = useConsumer();
  const id = storedOrnament(sessionStore) ?? user?.currentPin;
  const pin = user?.pins.rows.find((own) => own.id === id && !own.blocked);
  return user && pin ? { user, pin } : undefined;
}
