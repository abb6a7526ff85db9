/** An ornament's devices, and which of them are to be forgotten. */
export interface Removal {
  count: number;
  limit: number;
  chosen: ReadonlySet<number>;
  /** The device in hand, where the ornament knows it. */
  thisDevice: number | undefined;
}

/**
 * How many devices must be forgotten at least, so that this one can watch: bound and staying it passes at the limit, else it needs a free
 * place (design §12). Never less than one: the screen is there to forget one.
 */
function needed({ count, limit, chosen, thisDevice }: Removal): number {
  const stays = thisDevice !== undefined && !chosen.has(thisDevice);
  return Math.max(1, count - (stays ? limit : limit - 1));
}

/** How many more are to be chosen before Next: 0 when the remaining fit. */
export const stillToChoose = (removal: Removal): number =>
  Math.max(0, Math.min(needed(removal), removal.count) - removal.chosen.size);
