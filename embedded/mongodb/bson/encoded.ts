/**
 * A document's BSON as a text with one character for each byte. It takes little more memory than the bytes, the garbage collector doesn't
 * look into it, and single fields are read without decoding the others. Each field is there once.
 */
export type Raw = string;

/** A document that goes into an answer as it is stored, without decoding. */
export class Encoded {
  constructor(readonly raw: Raw) {}
}
