import { Copyable } from "../../ui/copying/copy-button.tsx";
import { PageLink } from "../instant/page-link.tsx";
import { pinPath } from "../page/paths.ts";

/** A PIN that leads to its page, with a button that copies it. */
export const PinCode = ({ pin }: { pin: string }) => (
  <Copyable text={pin}>
    <PageLink className="o-numbers" to={pinPath(pin)}>
      {pin}
    </PageLink>
  </Copyable>
);
