import { useEffect } from "react";
import { Navigate, Outlet, useLocation, useNavigationType } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";

const changedKey = "passwordChanged";

export const notePasswordChange = () => sessionStore.set(changedKey, "yes");

/** The steps before a new password. After the change, Back leads to sign-in instead of these steps. */
export function PasswordSteps() {
  const isPop = useNavigationType() === "POP";
  // A page that was loaded from its address has this key: nobody went back to it.
  const { key } = useLocation();
  const isBack = isPop && key !== "default";
  useEffect(() => {
    if (!isPop) sessionStore.remove(changedKey);
  }, [isPop]);
  return isBack && sessionStore.get(changedKey) ? <Navigate to="/login" replace /> : <Outlet />;
}
