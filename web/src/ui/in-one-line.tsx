/** A PIN in a sentence: its hyphen doesn't end a line. */
export const InOneLine = ({ children }: { children: string }) => (
  <span className="text-nowrap">{children}</span>
);
