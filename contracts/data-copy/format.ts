/** The forms of a copy of a consumer's data, and their names in the System action log. */
export const dataCopyFormatLabels = { html: "HTML", json: "JSON" } as const;
export type DataCopyFormat = keyof typeof dataCopyFormatLabels;
export const dataCopyFormats = Object.keys(dataCopyFormatLabels) as [DataCopyFormat, ...DataCopyFormat[]];

/** The text that confirms whose data are copied: the email address, or the id where it can't be read. */
export const dataCopyConfirmation = (id: number, email: string | null): string => email || String(id);
