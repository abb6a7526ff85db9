import { useNavigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { storeMailSentAt } from "../forms/cooldown.ts";
import { storePendingEmail } from "./pending-registration.ts";

/** Once an activation link is on its way: on to the screen that waits for it. */
export function useGoToCheckEmail(): (email: string) => Promise<void> {
  const navigate = useNavigate();
  return async (email) => {
    storePendingEmail(sessionStore, email);
    storeMailSentAt(sessionStore, "activation", Date.now());
    await navigate("/check-email");
  };
}
