import { useRef } from "react";
import { useLocation } from "react-router";
import { useSession } from "../../app/app-hooks.ts";
import { type CameFrom, GuestOnly } from "../../app/session-guards.tsx";
import { homePath } from "../page/paths.ts";

const cameFrom = (state: unknown): string | undefined => (state as Partial<CameFrom> | null)?.from;

/** Sign-in leads to the pins table. If a session had expired, it leads back to the page where that happened. */
export function LoginGate() {
  const { expired } = useSession();
  const { state } = useLocation();
  const hadExpired = useRef(expired);
  if (expired) hadExpired.current = true;
  return <GuestOnly home={(hadExpired.current && cameFrom(state)) || homePath} />;
}
