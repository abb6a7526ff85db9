import { Link } from "react-router";
import { Copyable } from "../../ui/copying/copyable.tsx";
import { pinPath } from "../page/paths.ts";

/** A PIN that leads to its page, with a button that copies it. */
export const PinCode = ({ pin }: { pin: string }) => (
  <Copyable text={pin}>
    <Link className="o-numbers" to={pinPath(pin)}>
      {pin}
    </Link>
  </Copyable>
);
