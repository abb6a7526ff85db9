import type { AdminRow } from "@ornament/contracts/api/admin-accounts";
import { StateMark } from "../table/state-mark.tsx";

/** Whether an admin can sign in. */
export const AdminStateMark = ({ admin: { isActivated } }: { admin: Pick<AdminRow, "isActivated"> }) => (
  <StateMark tone={isActivated ? "good" : "plain"}>{isActivated ? "Active" : "Deactivated"}</StateMark>
);
