import { Copyable } from "../../ui/copying/copyable.tsx";

/** A PIN with a button that copies it. */
export const PinCode = ({ pin }: { pin: string }) => (
  <Copyable text={pin}>
    <span className="o-numbers">{pin}</span>
  </Copyable>
);
