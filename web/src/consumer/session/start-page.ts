import type { SignedInConsumer } from "@ornament/contracts/api/consumer-session";

/** The first screen of a signed-in consumer: ornament selection, or PIN entry without an ornament. */
export const startPageOf = (user: Pick<SignedInConsumer, "pins"> | undefined) =>
  user?.pins.count === 0 ? "/user/activate-pin" : "/user/pin-authorization";
