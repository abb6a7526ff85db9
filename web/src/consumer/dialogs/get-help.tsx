import { DialogLink } from "./dialog-link.tsx";

/** A button that opens the support dialog over the screen. */
export const GetHelp = () => (
  <DialogLink to="#support" className="btn btn-quiet btn-sm">
    Get help
  </DialogLink>
);
