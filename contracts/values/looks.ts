/** The tables whose export or print is recorded, and their names in the System action log. */
export const lookTableLabels = {
  admins: "Admins",
  pins: "Pins",
  consumers: "Consumers",
  actionLog: "System action log",
  consumerLog: "Actions log of a consumer",
} as const;
export type LookTable = keyof typeof lookTableLabels;
export const lookTables = Object.keys(lookTableLabels) as [LookTable, ...LookTable[]];

/** The forms in which a whole table leaves the product, and their names in the System action log. */
export const lookFormatLabels = { csv: "CSV", print: "print", json: "JSON" } as const;
export type LookFormat = keyof typeof lookFormatLabels;
export const lookFormats = Object.keys(lookFormatLabels) as [LookFormat, ...LookFormat[]];

/** The time for which an admin's looks at the same profile, or at the same instant, are recorded once, in milliseconds. */
export const sameLookMilliseconds = 3_600_000;
