import { z } from "zod";

/** Admin and consumer ids: 41 bits of milliseconds, so they are in order of creation, and 12 random bits. */
export const accountIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** An id in a path. */
export const idParameter = z
  .string()
  .regex(/^[0-9]{1,16}$/, "Invalid id")
  .transform(Number)
  .pipe(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));

/** @param random a whole number less than 4096; the caller takes another one if the id is taken. */
export function composeAccountId(now: Date, random: number): number {
  return now.getTime() * 4096 + (random % 4096);
}
