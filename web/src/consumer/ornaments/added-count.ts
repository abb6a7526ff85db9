/**
 * The number of ornaments from the query parameter, or `known` if the parameter isn't a number from 1 to 99.
 */
export const addedCount = (parameter: string | null, known: number): number =>
  parameter !== null && /^[1-9]\d?$/.test(parameter) ? Number(parameter) : known;
