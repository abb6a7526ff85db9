import { useEffect, useState } from "react";
import { howItWorks } from "../../copy/how-it-works.ts";
import { Button } from "../../ui/press/button.tsx";
import { ScenePicture } from "./scenes/scene-picture.tsx";

const stepMs = 6000;
const last = howItWorks.length - 1;

const prefersReducedMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A slide show that plays like a video. It can be paused and stepped through. */
export function HowItWorks() {
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(() => !prefersReducedMotion());

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => (step === last ? setPlaying(false) : setStep(step + 1)), stepMs);
    return () => clearTimeout(timer);
  }, [playing, step]);

  const go = (to: number) => {
    setPlaying(false);
    setStep(Math.min(last, Math.max(0, to)));
  };
  const play = () => {
    if (step === last) setStep(0);
    setPlaying(!playing);
  };
  const shown = howItWorks[step];
  if (!shown) return null;
  return (
    <div className="o-how-it-works">
      <div className="o-how-it-works-stage" key={step}>
        <ScenePicture scene={step} />
      </div>
      <div className="o-how-it-works-marks" aria-hidden="true">
        {howItWorks.map(({ title }, index) => (
          <span
            key={title}
            className={index < step ? "o-how-it-works-past" : index === step ? "o-how-it-works-now" : ""}
          />
        ))}
      </div>
      <div className="o-how-it-works-words" aria-live={playing ? "off" : "polite"}>
        <p className="o-how-it-works-count">{`Step ${step + 1} of ${howItWorks.length}`}</p>
        <h3>{shown.title}</h3>
        <p>{shown.text}</p>
      </div>
      <div className="o-how-it-works-controls">
        <Button tone="quiet" onClick={() => go(step - 1)} disabled={step === 0}>
          Back
        </Button>
        <Button tone="plain" onClick={play}>
          {playing ? "Pause" : step === last ? "Play again" : "Play"}
        </Button>
        <Button tone="action" onClick={() => go(step + 1)} disabled={step === last}>
          Next
        </Button>
      </div>
    </div>
  );
}
