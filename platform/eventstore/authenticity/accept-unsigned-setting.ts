import { z } from "zod";

/**
 * Events without a MAC up to this commit position are accepted. It is for events that a former build wrote
 * after a newer one. See docs/operations.md#upgrade-and-go-back.
 */
export const acceptUnsignedSetting = z
  .string()
  .regex(/^\d{1,19}$/, "must be a commit position, such as 123456")
  .transform(BigInt);
