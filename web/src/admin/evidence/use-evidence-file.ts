import { useEffect, useRef, useState } from "react";
import { untilPrepared } from "../../app/api/former-state.ts";
import { isApiError } from "../../app/calls/api-error.ts";
import { useLogEvidenceMutation } from "./evidence-api.ts";

/**
 * Asks for the evidence file of a subject until the server has prepared it, and saves it. `percent` is the prepared
 * part meanwhile. Nothing is asked for any more when the screen is left.
 */
export function useEvidenceFile(subject: string) {
  const [ask] = useLogEvidenceMutation();
  const [percent, setPercent] = useState<number>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const download = () =>
    untilPrepared(() => ask({ subject }), {
      errorOf: ({ error }) => (isApiError(error) ? error : undefined),
      seen: setPercent,
      isWanted: () => isOpen.current,
    });
  return { percent, download };
}
