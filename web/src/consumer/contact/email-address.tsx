/**
 * An email address within a sentence. A punctuation mark after it stays on the same line, however long the
 * address is.
 */
export function EmailAddress({ email, mark }: { email: string; mark?: "." | "," }) {
  return (
    <span className="o-keep-together">
      <strong>{email}</strong>
      {mark && <span>{mark}</span>}
    </span>
  );
}
