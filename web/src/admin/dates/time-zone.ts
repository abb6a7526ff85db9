import { ownTimeZone } from "@ornament/contracts/values/dates";

const own = ownTimeZone();

/** The browser's time zone. Every date is shown, filtered and exported in it. */
export const browserTimeZone = own ?? "UTC";

/** Whether the browser names a time zone, so that the dates are those of the person's clocks. */
export const hasTimeZone = own !== undefined;
