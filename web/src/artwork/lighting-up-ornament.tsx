import { useEffect, useState } from "react";
import { GlassOrnament } from "./glass-ornament.tsx";
import { OrnamentName } from "./ornament-name.tsx";

/** An ornament that starts to glow after it appears, to celebrate a success. */
export function LightingUpOrnament({ name }: { name?: string | undefined }) {
  const [glowing, setGlowing] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setGlowing(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <GlassOrnament glowing={glowing}>
      <OrnamentName name={name ?? ""} />
    </GlassOrnament>
  );
}
