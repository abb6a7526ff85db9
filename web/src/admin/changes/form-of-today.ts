import type { RouteAddress } from "@ornament/contracts/api/addresses/address";
import {
  consumerAddresses,
  pinAddresses,
  settingAddresses,
} from "@ornament/contracts/api/addresses/back-office";
import type { ChangedField, ChangedRow } from "@ornament/contracts/api/changes";
import { settingNames } from "@ornament/contracts/domain/settings";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import { consumerProfilePath, pinPath, settingsPath } from "../page/paths.ts";
import { consumerEmail, pinStatus, settingValue } from "./former-value.ts";

/** The form in which an admin changes a field today. */
export interface FormOfToday {
  needs: RouteAddress;
  path: string;
  /** What the form changes, as in `FormerValue`. */
  of: string;
}

const blocked = "Deactivated";

/**
 * The form that can give a field its former value back; `undefined` for a field that no form changes. Of a PIN's
 * status only the deactivation can be changed.
 */
export function formOfToday(
  table: ComparedTableName,
  { id, name }: Pick<ChangedRow, "id" | "name">,
  { field, before, after }: Pick<ChangedField, "field" | "before" | "after">,
): FormOfToday | undefined {
  const setting = settingNames.find((known) => known === id);
  if (table === "settings" && setting && before !== "")
    return { needs: settingAddresses.updateSetting, path: settingsPath, of: settingValue(setting) };
  if (table === "pins" && field === "status" && (before === blocked) !== (after === blocked))
    return { needs: pinAddresses.updatePinStatus, path: pinPath(name), of: pinStatus(Number(id)) };
  if (table === "consumers" && field === "email" && before.includes("@") && after.includes("@"))
    return {
      needs: consumerAddresses.updateConsumerEmail,
      path: consumerProfilePath(Number(id)),
      of: consumerEmail(Number(id)),
    };
  return undefined;
}

/** Whether a PIN's status in words is that of a deactivated PIN. */
export const isBlocked = (status: string): boolean => status === blocked;
