/** An email address within a sentence, with the mark that follows it: a long one never leaves its mark on a line alone. */
export function EmailAddress({ email, mark }: { email: string; mark?: "." | "," }) {
  return (
    <span className="o-keep-together">
      <strong>{email}</strong>
      {mark}
    </span>
  );
}
