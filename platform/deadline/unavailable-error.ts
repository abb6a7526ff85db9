import { Refusal } from "@ornament/contracts/routes/errors";

/**
 * A store could not be reached in time. With `outcome_unknown` the command may have taken effect. A
 * repetition with the same Idempotency-Key takes effect only once.
 */
export class UnavailableError extends Refusal {
  constructor(cause?: unknown, code: "unavailable" | "outcome_unknown" = "unavailable") {
    super(code, { retryAfterSeconds: 2 });
    this.name = "UnavailableError";
    this.cause = cause;
  }
}
