/** The browser's time zone. Every date is shown, filtered and exported in it. */
export const browserTimeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
