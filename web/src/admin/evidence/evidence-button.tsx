import { evidenceAddresses } from "@ornament/contracts/api/addresses/back-office";
import { evidenceScript } from "@ornament/contracts/domain/evidence";
import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { Icon } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { showToast } from "../../ui/messages/toasts.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useInstant } from "../instant/shown-instant.ts";
import { useMayOpen } from "../page/may.ts";
import { Preparing } from "../page/preparing.tsx";
import { useEvidenceFile } from "./use-evidence-file.ts";

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
  const mayHave = useMayOpen(evidenceAddresses.logEvidence);
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
