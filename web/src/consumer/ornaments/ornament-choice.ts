import type { OwnPin } from "@ornament/contracts/api/consumer-session";
import type { KeyValueStore } from "../../app/safe-storage.ts";
import { selectedPinKey } from "../../app/session-actions.ts";

type Choosable = Pick<OwnPin, "id" | "blocked">;

/** The stored ornament, else the current one, else the active one with the lowest id; undefined if all are blocked. */
export function defaultOrnament(
  pins: readonly Choosable[],
  known: { stored: number | undefined; current: number | null },
): number | undefined {
  const active = pins.filter(({ blocked }) => !blocked).map(({ id }) => id);
  const wanted = [known.stored, known.current].find((id) => active.some((own) => own === id));
  return wanted ?? [...active].sort((a, b) => a - b)[0];
}

/** The pinId of the chosen ornament; `undefined` without one or if the stored text can't be read. */
export function storedOrnament(session: KeyValueStore): number | undefined {
  const id = Number(session.get(selectedPinKey) ?? "none");
  return Number.isSafeInteger(id) ? id : undefined;
}

export const storeOrnament = (session: KeyValueStore, pinId: number) =>
  session.set(selectedPinKey, String(pinId));

/** The nickname, or the PIN if there is no nickname. */
export const ornamentTitle = ({ name, pin }: Pick<OwnPin, "name" | "pin">) => name || pin;
