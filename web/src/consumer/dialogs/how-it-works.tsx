import { useEffect, useState } from "react";
import { howItWorks } from "../../copy/how-it-works.ts";
import { Button } from "../../ui/press/button.tsx";
import { ScenePicture } from "./scene-picture.tsx";

const sceneMs = 6000;
const last = howItWorks.length - 1;

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A slide show that plays like a video. It can be paused and stepped through. */
export function HowItWorks() {
  const [scene, setScene] = useState(0);
  const [playing, setPlaying] = useState(() => !prefersReducedMotion());

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (scene === last ? setPlaying(false) : setScene(scene + 1)), sceneMs);
    return () => clearTimeout(timer);
  }, [playing, scene]);

  const go = (to: number) => {
    setPlaying(false);
    setScene(Math.min(last, Math.max(0, to)));
  };
  const play = () => {
    if (scene === last) setScene(0);
    setPlaying(!playing);
  };
  const shown = howItWorks[scene];
  if (!shown) return null;
  return (
    <div className="o-how-it-works">
      <div className="o-how-it-works-stage" key={scene}>
        <ScenePicture scene={scene} />
      </div>
      <div className="o-how-it-works-marks" aria-hidden="true">
        {howItWorks.map(({ title }, index) => (
          <span
            key={title}
            className={index < scene ? "o-how-it-works-past" : index === scene ? "o-how-it-works-now" : ""}
          />
        ))}
      </div>
      <div className="o-how-it-works-words" aria-live={playing ? "off" : "polite"}>
        <h3>
          <span className="visually-hidden">
            Step {scene + 1} of {howItWorks.length}:{" "}
          </span>
          {shown.title}
        </h3>
        <p>{shown.text}</p>
      </div>
      <div className="o-how-it-works-controls">
        <Button tone="quiet" onClick={() => go(scene - 1)} disabled={scene === 0}>
          Back
        </Button>
        <Button tone="plain" onClick={play}>
          {playing ? "Pause" : scene === last ? "Play again" : "Play"}
        </Button>
        <Button tone="quiet" onClick={() => go(scene + 1)} disabled={scene === last}>
          Next
        </Button>
      </div>
    </div>
  );
}
