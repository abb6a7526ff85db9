import type { ReactNode } from "react";

/** The hint of a setting's field, after the note about a former value. */
export const SettingHint = ({ note, children }: { note: string | undefined; children: ReactNode }) => (
  <>
    {note && <strong>{note} </strong>}
    <span>{children}</span>
  </>
);
