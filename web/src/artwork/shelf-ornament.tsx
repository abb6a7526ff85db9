import { memo } from "react";
import { GlassOrnament } from "./glass-ornament.tsx";
import sprig from "./shelf-sprig.svg";

/** An ornament that hangs from a sprig on a rail; the chosen one of the shelf glows. Screen readers skip it. */
export const ShelfOrnament = memo(function ShelfOrnament({ glowing }: { glowing: boolean }) {
  return (
    <span className="o-shelf-picture">
      <img className="o-shelf-sprig" src={sprig} width="120" height="40" alt="" />
      <GlassOrnament glowing={glowing} />
    </span>
  );
});
