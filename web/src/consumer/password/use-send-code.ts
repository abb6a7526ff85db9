import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { useHumanCheck } from "../../app/human-check.ts";
import { useConsumerForgotPasswordMutation } from "./password-api.ts";

/** Sends a password reset code. Rejects with the error of the call. */
export function useSendCode(): (email: string) => Promise<void> {
  const askHumanCheck = useHumanCheck();
  const [forgot] = useConsumerForgotPasswordMutation();
  return async (email) => {
    const verifyCaptcha = await askHumanCheck(humanCheckActions.consumerForgotPassword);
    await forgot({ email, verifyCaptcha }).unwrap();
  };
}
