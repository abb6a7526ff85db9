import { useNavigate } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { noteMailSent } from "../forms/cooldown.ts";
import { notePendingEmail } from "./pending-registration.ts";

/** Once an activation link is on its way: on to the screen that waits for it. */
export function useAwaitConfirmation(): (email: string) => Promise<void> {
  const navigate = useNavigate();
  return async (email) => {
    notePendingEmail(sessionStore, email);
    noteMailSent(sessionStore, "activation", Date.now());
    await navigate("/check-email");
  };
}
