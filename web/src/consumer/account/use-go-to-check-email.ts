import { useNavigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { storeMailSentAt } from "../forms/cooldown.ts";
import { storePendingEmail } from "./pending-registration.ts";

/** Call it after an activation link was sent: it starts the cooldown and opens the check-email screen. */
export function useGoToCheckEmail(): (email: string) => Promise<void> {
  const navigate = useNavigate();
  return async (email) => {
    storePendingEmail(sessionStore, email);
    storeMailSentAt(sessionStore, "activation", Date.now());
    await navigate("/check-email");
  };
}
