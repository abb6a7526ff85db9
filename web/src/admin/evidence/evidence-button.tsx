import { evidenceScript } from "@ornament/contracts/evidence/selection";
import { evidencePaths } from "@ornament/contracts/routes/back-office";
import { useEffect, useRef, useState } from "react";
import { api, tagsOnSuccess } from "../../app/api/api-base.ts";
import { untilPrepared } from "../../app/api/former-state.ts";
import { isApiError, messageOf } from "../../app/calls/api-error.ts";
import { callsTo } from "../../app/calls/contract-calls.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { PercentBar } from "../../ui/progress/percent-bar.tsx";
import { savedFile } from "../instant/saved-file.ts";
import { useInstant } from "../instant/shown-instant.tsx";
import { useMayOpen } from "../page/may.ts";

interface EvidenceProps {
  /** The subject of the log, such as `pin-AB12CD3`. */
  subject: string;
  /** The subject's name, such as "ABCD-123". */
  of: string;
}

/**
 * Downloads the evidence file about a subject, with the proof of its events. Nothing for admins who may not have
 * it, and on a screen as it stood at an instant, because the file is always about all events.
 */
export function EvidenceButton({ subject, of }: EvidenceProps) {
  const mayHave = useMayOpen(evidencePaths.logEvidence);
  const at = useInstant();
  const { percent, download } = useEvidenceFile(subject);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!mayHave || at !== undefined) return null;
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    const { data: name, error } = await download();
    setBusy(false);
    if (error !== undefined) setFailure(messageOf(error));
    else showToast(<Downloaded name={name ?? ""} />, "success", true);
  };
  return (
    <div className="o-evidence">
      <Button
        small
        tone="quiet"
        busy={busy}
        busyLabel="Preparing…"
        aria-label={`Evidence file about ${of}`}
        onClick={() => void press()}
      >
        <Icon name="download" />
        Evidence file
      </Button>
      {percent !== undefined && <Preparing percent={percent} what="The evidence file" />}
      <Banner tone="error">{failure}</Banner>
    </div>
  );
}

const Downloaded = ({ name }: { name: string }) => (
  <>
    <p className="text-break">Downloaded: {name}</p>
    <p>
      <a href={`/${evidenceScript}`} download={evidenceScript}>
        Download the script that verifies it
      </a>
      : with Node.js it shows, without this site, that no byte of the file was changed and that the log has
      its events.
    </p>
  </>
);

/** The progress of former tables that are being prepared. The beginning is announced, the percentage is not. */
function Preparing({ percent, what }: { percent: number; what: string }) {
  return (
    <div className="vstack gap-2 mt-3">
      <p role="status">{what} is being prepared. Please stand by!</p>
      <PercentBar percent={percent} label={what} />
    </div>
  );
}

/**
 * Asks for the evidence file of a subject until the server has prepared it, and saves it. `percent` is the prepared
 * part meanwhile. Nothing is asked for any more when the screen is left.
 */
function useEvidenceFile(subject: string) {
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

const { call } = callsTo(evidencePaths);

const { useLogEvidenceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    /** Saves the evidence file when it is prepared. */
    logEvidence: build.mutation<string, { subject: string }>({
      queryFn: savedFile(
        (query) => call("logEvidence", { query }),
        () => "evidence.json",
      ),
      invalidatesTags: tagsOnSuccess("Log"),
    }),
  }),
});
