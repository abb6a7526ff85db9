import type { ChangedField, ChangedRow } from "@ornament/contracts/api/changes";
import type { ComparedTableName } from "@ornament/contracts/read-models/compared-tables";
import { useAdmin } from "../../app/app-hooks.ts";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { mayCall } from "../page/may.ts";
import { formOfToday } from "./form-of-today.ts";
import { withFormerValue } from "./former-value.ts";

/** A field of a changed row. */
export interface ChangedValue {
  table: ComparedTableName;
  row: ChangedRow;
  field: ChangedField;
  /** The instant of the value before. */
  from: string;
}

/**
 * Opens the form of today with a field's value before, which the admin then checks and saves. Nothing for fields
 * that no form changes, and for admins who may not change them.
 */
export function UseValue({ table, row, field, from }: ChangedValue) {
  const role = useAdmin()?.role;
  const form = formOfToday(table, row, field);
  if (!form || !mayCall(role, form.needs)) return null;
  return (
    <>
      {" "}
      <ButtonLink
        small
        tone="quiet"
        to={form.path}
        state={withFormerValue({ of: form.of, value: field.before, at: from })}
        aria-label={`Use this value: ${row.name}, ${field.title} ${field.before}`}
      >
        Use this value
      </ButtonLink>
    </>
  );
}
