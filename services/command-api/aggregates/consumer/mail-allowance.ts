import { limits } from "@ornament/contracts/domain/limits";
import { isWithin } from "@ornament/platform/commands/recorded-time";

const hour = 3_600_000;

/** Whether a mail of this kind may be sent now: at most 3 an hour. */
export const mailAllowed = (times: readonly number[], now: number) =>
  times.filter((at) => isWithin(at, hour, now)).length < limits.mailsPerHour;
