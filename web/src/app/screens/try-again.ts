import { useLocation, useNavigate, useNavigation } from "react-router";

/** Opens the page's URL again, for a screen that could not be loaded. */
export function useTryAgain(): { busy: boolean; tryAgain: () => void } {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== "idle";
  return { busy, tryAgain: () => void navigate({ pathname, search, hash }, { replace: true, state }) };
}
