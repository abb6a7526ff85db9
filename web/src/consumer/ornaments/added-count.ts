/** The total of the address, where it says one; else what is known. */
export const addedCount = (parameter: string | null, known: number): number =>
  parameter !== null && /^[1-9]\d?$/.test(parameter) ? Number(parameter) : known;
