/** The browser's zone, in which every date is shown, filtered and exported. */
export const browserTimeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
