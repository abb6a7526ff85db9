import type { EnteredOrnament } from "./ornament-choice.ts";

/** A PIN in letters that tell O from 0, also within a heading. */
export const PinCode = ({ pin }: { pin: string }) => <span className="o-pin-code">{pin}</span>;

/** The nickname, or "Ornament" with the PIN. */
export const OrnamentTitle = ({ of: { name, pin } }: { of: EnteredOrnament }) =>
  name || (
    <>
      Ornament <PinCode pin={pin} />
    </>
  );
