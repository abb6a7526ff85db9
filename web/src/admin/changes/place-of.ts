import type { ChangedRow } from "@ornament/contracts/api/changes";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import type { LogView } from "../log-entries/log-names.ts";
import { adminProfilePath, consumerProfilePath, logPathWith, pinPath, settingsPath } from "../page/paths.ts";

/** The page of a changed row; `undefined` for a removed row, and for a page that the admin may not open. */
export function placeOf(
  table: ComparedTableName,
  { kind, id, name }: Pick<ChangedRow, "kind" | "id" | "name">,
  { opensAdmins }: LogView,
): string | undefined {
  if (kind === "removed") return undefined;
  switch (table) {
    case "admins":
      return opensAdmins ? adminProfilePath(Number(id)) : undefined;
    case "pins":
      return pinPath(name);
    case "consumers":
      return consumerProfilePath(Number(id));
    case "settings":
      return settingsPath;
    case "pinImports":
      return logPathWith({ subject: `import-${id}` });
  }
}
