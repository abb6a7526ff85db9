import { consumerAddresses } from "@ornament/contracts/api/addresses/back-office";
import { messageOf } from "../../app/calls/api-error.ts";
import type { BannerTone } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useMay } from "../page/may.ts";
import { useResendActivationLinkMutation } from "./consumers-api.ts";

export interface Said {
  tone: BannerTone;
  text: string;
}

/**
 * Mails the confirmation link again to an unconfirmed consumer. `onSaid` shows the result. Nothing for admins
 * who may not do it.
 */
export function ResendButton(props: { email: string; onSaid: (said: Said | undefined) => void }) {
  const { email, onSaid } = props;
  const maySend = useMay(consumerAddresses.resendActivationLink);
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
