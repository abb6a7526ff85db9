import type { ReactNode } from "react";
import { Popover } from "./popover.tsx";

/** The rare acts of a page or table, behind one button. */
export const MoreMenu = ({ children }: { children: ReactNode }) => (
  <Popover label="More" className="btn btn-quiet" align="end">
    <div className="o-more">{children}</div>
  </Popover>
);
