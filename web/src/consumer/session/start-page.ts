import type { SignedInConsumer } from "@ornament/contracts/api/consumer-session";

/** Where a signed-in consumer belongs: ornament selection, without an ornament PIN entry (spec §4). */
export const startPageOf = (user: Pick<SignedInConsumer, "pins"> | undefined) =>
  user?.pins.count === 0 ? "/user/activate-pin" : "/user/pin-authorization";
