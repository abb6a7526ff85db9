import { messageOf } from "../../app/calls/api-error.ts";
import type { BannerTone } from "../../ui/messages/banner.tsx";
import { Button } from "../../ui/press/button.tsx";
import { useResendActivationLinkMutation } from "./consumers-api.ts";

export interface Said {
  tone: BannerTone;
  text: string;
}

/** Mails the confirmation link again to an unconfirmed consumer. `onSaid` shows the result. */
export function ResendButton(props: { email: string; onSaid: (said: Said | undefined) => void }) {
  const { email, onSaid } = props;
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
  return (
    <Button small tone="quiet" busy={isLoading} busyLabel="Sending..." onClick={() => void send()}>
      Resend email
    </Button>
  );
}
