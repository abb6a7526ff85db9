import { GlassOrnament } from "../../artwork/glass-ornament.tsx";
import { OrnamentName } from "../../artwork/ornament-name.tsx";

/**
 * The ornament above the PIN field. It lights up for a complete PIN and carries the nickname. Screen readers
 * skip it.
 */
export function PinScene({ lit, name }: { lit: boolean; name: string }) {
  return (
    <div className="o-pin-scene">
      <GlassOrnament glowing={lit}>
        <OrnamentName name={name} />
      </GlassOrnament>
    </div>
  );
}
