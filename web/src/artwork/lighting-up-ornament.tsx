import { useEffect, useState } from "react";
import { GlassOrnament } from "./glass-ornament.tsx";

/** The ornament that begins to glow before the eyes: something succeeded. */
export function LightingUpOrnament() {
  const [glowing, setGlowing] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setGlowing(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <GlassOrnament glowing={glowing} />;
}
