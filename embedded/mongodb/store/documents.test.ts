import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Documents } from "./documents.ts";
import { StoredDocument } from "./stored-document.ts";

test("the documents of a collection stay in the order of their sequences while others are added and deleted", () => {
  const step = fc.record({ add: fc.nat(600), deleteFrom: fc.nat(1_500), count: fc.nat(700) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
      const documents = new Documents();
      const reference = new Map<number, StoredDocument>();
      let sequence = 1;
      for (const { add, deleteFrom, count } of steps) {
        for (let i = 0; i < add; i++) {
          const stored = new StoredDocument(sequence++, "");
          documents.add(stored);
          reference.set(stored.sequence, stored);
        }
        for (let i = deleteFrom; i < deleteFrom + count; i++) {
          const stored = reference.get(i);
          if (stored) documents.delete(stored);
          reference.delete(i);
        }
      }
      expect([...documents]).toEqual([...reference.values()]);
      expect(documents.size).toBe(reference.size);
      for (let i = 0; i <= sequence; i += 7) expect(documents.get(i)).toBe(reference.get(i));
    }),
    { numRuns: 50 },
  );
});
