const digits = new Intl.NumberFormat("en-US");

/** A count with its digits in groups: 23,130. It is the same in every browser, whatever its language. */
export const groupedNumber = (count: number): string => digits.format(count);
