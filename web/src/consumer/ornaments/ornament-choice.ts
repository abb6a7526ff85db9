import type { OwnPin } from "@ornament/contracts/account/api";
import type { KeyValueStore } from "../../app/browser-storage/safe-storage.ts";
import { selectedPinKey } from "../../app/session/session-actions.ts";

type Choosable = Pick<OwnPin, "id" | "blocked"> & {
  devices: readonly Pick<OwnPin["devices"][number], "thisDevice" | "lastLogin">[];
};

interface Known {
  /** Chosen in this tab. */
  stored: number | undefined;
  /** Chosen last in any browser of the account. */
  current: number | null;
}

/**
 * The ornament that this tab uses: the stored one, else the one that this browser watched last, else the
 * current one, else the only one. Undefined if there is none, or it is deactivated.
 */
export function ornamentInUse(pins: readonly Choosable[], { stored, current }: Known): number | undefined {
  const active = pins.filter(({ blocked }) => !blocked);
  const only = active.length === 1 ? active[0]?.id : undefined;
  return (
    [stored, watchedLast(active), current, only].find((id) => active.some((own) => own.id === id)) ??
    undefined
  );
}

/** The ornament in use, else the active one with the lowest id; undefined if all are deactivated. */
export function defaultOrnament(pins: readonly Choosable[], known: Known): number | undefined {
  const active = pins.filter(({ blocked }) => !blocked).map(({ id }) => id);
  return ornamentInUse(pins, known) ?? [...active].sort((a, b) => a - b)[0];
}

/**
 * The current ornament may have been chosen in another browser, such as a sibling's tablet. Watching it here
 * would bind one more device, so the ornament that this browser is bound to comes first.
 */
function watchedLast(pins: readonly Choosable[]): number | undefined {
  const logins = pins.flatMap(({ id, devices }) =>
    devices.filter(({ thisDevice }) => thisDevice).map(({ lastLogin }) => ({ id, lastLogin })),
  );
  return logins.sort((a, b) => b.lastLogin.localeCompare(a.lastLogin))[0]?.id;
}

/** The pinId of the chosen ornament; `undefined` without one or if the stored text can't be read. */
export function storedOrnament(session: KeyValueStore): number | undefined {
  const id = Number(session.get(selectedPinKey) ?? "none");
  return Number.isSafeInteger(id) ? id : undefined;
}

export const storeOrnament = (session: KeyValueStore, pinId: number) =>
  session.set(selectedPinKey, String(pinId));

/** An entered ornament. */
export interface EnteredOrnament {
  pin: string;
  /** The nickname, or "". */
  name: string;
}

/** The nickname, or "Ornament" with the PIN. */
export const ornamentTitle = ({ name, pin }: Pick<OwnPin, "name" | "pin">) => name || `Ornament ${pin}`;
