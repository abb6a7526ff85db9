import { type AdminRole, adminRoles, roleLabels } from "@ornament/contracts/domain/roles";
import { Select } from "../../ui/select.tsx";

const options = adminRoles.map((role) => ({ value: role, label: roleLabels[role] }));

export function RoleSelect(props: { id: string; value: AdminRole; onChange: (role: AdminRole) => void }) {
  return <Select {...props} label="System role" options={options} />;
}
