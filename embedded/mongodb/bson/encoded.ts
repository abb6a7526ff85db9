/**
 * A document's BSON as a text with one character for each byte. It takes little more memory than the bytes,
 * the garbage collector doesn't scan it, and single fields are read without decoding the others. Each field
 * occurs once.
 */
export type Raw = string;

/** A stored document that goes into an answer without decoding. */
export class Encoded {
  constructor(readonly raw: Raw) {}
}
