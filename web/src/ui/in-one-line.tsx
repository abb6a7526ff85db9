/** A PIN in a sentence or heading: its hyphen doesn't end a line, and its O and 0 differ. */
export const InOneLine = ({ children }: { children: string }) => (
  <span className="o-pin-code">{children}</span>
);
