import { consumerPaths } from "@ornament/contracts/routes/back-office";
import { limits } from "@ornament/contracts/values/limits";
import { useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { Banner, type BannerTone } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { useResendActivationLinkMutation } from "./consumers-api.ts";

interface Said {
  tone: BannerTone;
  text: string;
}
export type Say = (said: Said | undefined) => void;

/** The banner with the result of the last press, and the function that shows another result. */
export function useSaid() {
  const [said, say] = useState<Said>();
  const banner = (
    <Banner
      tone={said?.tone ?? "success"}
      dismissAfterMs={said?.tone === "success" ? limits.bannerMilliseconds : undefined}
      onDismiss={() => say(undefined)}
    >
      {said?.text}
    </Banner>
  );
  return [banner, say] as const;
}

/**
 * Mails the confirmation link again to an unconfirmed consumer. `onSaid` shows the result. Nothing for admins
 * who may not do it.
 */
export function ResendButton({ email, onSaid }: { email: string; onSaid: Say }) {
  const maySend = useMay(consumerPaths.resendActivationLink);
  const [resend, { isLoading }] = useResendActivationLinkMutation();
  const send = async () => {
    onSaid(undefined);
    const { data, error } = await resend({ email });
    onSaid(
      data
        ? { tone: "success", text: `${email}: ${data.message}` }
        : { tone: "error", text: `${email}: ${messageOf(error)}` },
    );
  };
  if (!maySend) return null;
  return (
    <Button small tone="quiet" busy={isLoading} busyLabel="Sending..." onClick={() => void send()}>
      Resend email
    </Button>
  );
}
