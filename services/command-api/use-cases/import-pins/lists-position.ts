import { z } from "zod";
import type { ListsPosition } from "./pace.ts";

const answered = z.object({
  position: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable(),
});
const timeoutMilliseconds = 1_000;

/** Asks the projector how far the lists are. Without an address, or while it does not answer, that is not known. */
export function listsPositionAt(projector: string | undefined): ListsPosition {
  if (projector === undefined) return async () => undefined;
  const url = new URL("/position", projector);
  return async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    const { position } = answered.parse(await answer.json());
    return position === null ? undefined : BigInt(position);
  };
}
