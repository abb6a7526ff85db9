import type { LogGroup } from "./columns.ts";

/** The actions by their group, as `log` of the events names them. The web lists them without the events. */
export const logActions: Readonly<Record<LogGroup, readonly string[]>> = {
  admins: [
    "Admin account activated",
    "Admin account created",
    "Admin account deactivated",
    "Admin account deleted",
    "Admin data erased",
    "Admin email changed",
    "Admin name changed",
    "Admin password link requested",
    "Admin password reset",
    "Admin password set",
    "Admin recovered by the operator",
    "Admin role changed",
    "Admin signed out everywhere",
  ],
  consumers: [
    "Account deleted",
    "Account registered",
    "Activation link requested",
    "Consumer email change refused",
    "Consumer email changed",
    "Email confirmed",
    "IT Admin asked",
    "Marketing emails changed",
    "Ornament renamed",
    "Ornament selected",
    "Password reset",
    "Password reset code locked",
    "Password reset code refused",
    "Password reset requested",
    "Registration repeated",
  ],
  pins: [
    "Bulk change stopped",
    "Device bound",
    "Device refused",
    "Device removed",
    "Device renamed",
    "Device signed in",
    "PIN activated",
    "PIN deactivated",
    "PIN entry paused",
    "PIN refused",
    "PIN registered",
    "PIN released",
    "PINs activated",
    "PINs deactivated",
  ],
  imports: ["PIN import interrupted", "PINs imported"],
  settings: ["Setting changed"],
  signIn: [
    "Session ended: an old sign-in was replayed",
    "Sign-in locked for a while",
    "Sign-in pause ended",
    "Signed in",
    "Signed out",
  ],
  mail: ["Mail failed"],
  looking: [
    "Consumer data copy given",
    "Evidence file given",
    "Former tables shown",
    "Profile opened",
    "Table exported",
  ],
  other: ["Event not written by this product"],
};

const groups: ReadonlyMap<string, LogGroup> = new Map(
  Object.entries(logActions).flatMap(([group, actions]) =>
    actions.map((action) => [action, group as LogGroup] as const),
  ),
);

/** The group of an action. Throws for an action that no group has. */
export function groupOfAction(action: string): LogGroup {
  const group = groups.get(action);
  if (group === undefined)
    throw new Error(`The action "${action}" has no group in contracts/action-log/actions`);
  return group;
}
