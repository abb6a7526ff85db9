import { humanCheckActions } from "@ornament/contracts/domain/human-check";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { useHumanCheck } from "../../app/human-check.ts";
import { useRegisterConsumerMutation } from "./account-api.ts";
import { keepRegistration, noteLinkSent, type SentRegistration } from "./pending-registration.ts";

/**
 * Registers an email address and keeps what was sent, so that the address can be corrected. Rejects with the error of
 * the call. The server's answer doesn't tell whether the address has an account.
 */
export function useRegister(): (email: string, registration: SentRegistration) => Promise<void> {
  const askHumanCheck = useHumanCheck();
  const [register] = useRegisterConsumerMutation();
  return async (email, registration) => {
    const verifyCaptcha = await askHumanCheck(humanCheckActions.registerConsumer);
    await register({ email, ...registration, verifyCaptcha }).unwrap();
    noteLinkSent(sessionStore, email);
    keepRegistration(registration);
  };
}
