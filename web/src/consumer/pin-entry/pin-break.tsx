import { waitInWords } from "@ornament/contracts/values/wait";
import { useEffect, useRef, useState } from "react";
import { keepValues, keptValues } from "../../app/browser-storage/kept-values.ts";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { GetHelp } from "../dialogs/dialog-link.tsx";
import { inDigits, useSecondsLeft } from "../forms/cooldown.ts";

/** A break after too many wrong PINs: its start, in milliseconds since 1970, and its length. */
interface Break {
  at: number;
  seconds: number;
}

export interface PinBreakState {
  /** The seconds until a PIN can be entered again; 0 without a break. */
  secondsLeft: number;
  begin: (seconds: number) => void;
}

/** The break of an account, kept over a reload until the consumer signs out. */
export function usePinBreak(userId: number): PinBreakState {
  const name = `pin-break.${userId}`;
  const [{ at, seconds }, setBreak] = useState(() => fitting(keptValues(sessionStore, name)));
  const secondsLeft = useSecondsLeft(at, seconds * 1000);
  const begin = (length: number) => {
    const begun = { at: Date.now(), seconds: length };
    keepValues(sessionStore, name, begun);
    setBreak(begun);
  };
  return { secondsLeft, begin };
}

function fitting(kept: unknown): Break {
  const { at, seconds } = { ...(kept as Partial<Break> | undefined) };
  return typeof at === "number" && typeof seconds === "number" ? { at, seconds } : { at: 0, seconds: 0 };
}

/** The id of the running countdown, for the button that is off until its end. */
export const countdownId = "o-pin-countdown";

/** Counts the break down, and offers help. Screen readers hear of its beginning and its end only. */
export function PinBreak({ secondsLeft }: Pick<PinBreakState, "secondsLeft">) {
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const locked = secondsLeft > 0;
  const length = useRef(secondsLeft);
  length.current = secondsLeft;
  useEffect(() => {
    if (!locked) return;
    setSaid(`Too many wrong PINs. Try again in ${waitInWords(length.current)}.`);
    box.current?.scrollIntoView({ block: "nearest" });
    return () => setSaid("You can try again now.");
  }, [locked]);
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {locked && (
        <div className="o-pin-break" ref={box}>
          <p id={countdownId}>
            <strong>Too many wrong PINs</strong>
            <br />
            Try again in <span className="o-pin-countdown">{inDigits(secondsLeft)}</span>
          </p>
          <GetHelp />
        </div>
      )}
    </>
  );
}
