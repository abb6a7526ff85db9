import type { OwnPin, SignedInConsumer } from "@ornament/contracts/api/consumer-session";
import { useConsumer } from "../../app/app-hooks.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { ornamentInUse, storedOrnament } from "../ornaments/ornament-choice.ts";

export interface Chosen {
  user: SignedInConsumer;
  pin: OwnPin;
}

/**
 * The ornament in use, whose devices are shown. The player opens these screens directly, without a stored
 * choice.
 */
export function useChosenOrnament(): Chosen | undefined {
  const user = useConsumer();
  if (!user) return undefined;
  const { rows } = user.pins;
  const id = ornamentInUse(rows, { stored: storedOrnament(sessionStore), current: user.currentPin });
  const pin = rows.find((own) => own.id === id);
  return pin && { user, pin };
}
