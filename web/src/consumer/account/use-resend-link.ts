import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { useHumanCheck } from "../../app/human-check.ts";
import { useResendOwnActivationLinkMutation } from "./account-api.ts";

/** Sends the confirmation link again. Rejects with the error of the call. */
export function useResendLink(): (email: string) => Promise<void> {
  const askHumanCheck = useHumanCheck();
  const [resend] = useResendOwnActivationLinkMutation();
  return async (email) => {
    const verifyCaptcha = await askHumanCheck(humanCheckActions.resendOwnActivationLink);
    await resend({ email, verifyCaptcha }).unwrap();
  };
}
