import { useRef } from "react";
import { useLocation } from "react-router";
import { useSession } from "../../app/app-hooks.ts";
import { type CameFrom, GuestOnly } from "../../app/session-guards.tsx";
import { homePath } from "../page/paths.ts";

const cameFrom = (state: unknown): string | undefined => (state as Partial<CameFrom> | null)?.from;

/** Sign-in leads to the pins table; only whose session had run out goes on where it was. */
export function LoginGate() {
  const { expired } = useSession();
  const { state } = useLocation();
  const ranOut = useRef(expired);
  if (expired) ranOut.current = true;
  return <GuestOnly home={(ranOut.current && cameFrom(state)) || homePath} />;
}
