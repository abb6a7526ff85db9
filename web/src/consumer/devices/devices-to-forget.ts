/** How many devices an ornament has, and which of them the consumer wants to forget. */
export interface Removal {
  count: number;
  limit: number;
  chosen: ReadonlySet<number>;
  /** The id of the device in use, if it is bound to the ornament. */
  thisDevice: number | undefined;
}

/**
 * The least number of devices to forget so that this one can watch. A bound device that isn't forgotten may watch when the count is at
 * the limit; any other device needs a free place. At least one, because that is what the screen is for.
 */
function needed({ count, limit, chosen, thisDevice }: Removal): number {
  const stays = thisDevice !== undefined && !chosen.has(thisDevice);
  return Math.max(1, count - (stays ? limit : limit - 1));
}

/** How many more devices must be chosen before the button is enabled. */
export const stillToChoose = (removal: Removal): number =>
  Math.max(0, Math.min(needed(removal), removal.count) - removal.chosen.size);
