import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import { roleLabels, systemLabel } from "@ornament/contracts/domain/roles";
import { settingNames } from "@ornament/contracts/domain/settings";
import { adminsTable } from "@ornament/contracts/tables/admins";
import { skipToken } from "@reduxjs/toolkit/query";
import { defaultsOf, listParams } from "../../ui/table/list-state.ts";
import { useListAdminsQuery } from "../admins/admins-api.ts";
import { useFind } from "../find/use-find.ts";
import {
  adminSubject,
  batchSubject,
  consumerSubject,
  pinSubject,
  settingLabels,
  settingSubject,
  subjectText,
  systemActor,
} from "../log-entries/subjects.ts";
import { useMay } from "../page/may.ts";
import { useListBatchesQuery } from "../pins/pins-api.ts";

/** An actor or subject that a text can mean. */
export interface Suggestion {
  /** The API's name, such as `admin-3`. */
  value: string;
  /** The text that chooses it: an email address, a PIN, or a name. */
  text: string;
  /** Its kind, such as "IT Admin". */
  note: string;
}

export interface Suggestions {
  /** In the order offered. */
  all: readonly Suggestion[];
  /** Whether the suggestions for the text are still being loaded. */
  loading: boolean;
}

/** The admins whose email address contains a text; none for an admin who may not read the Admins table. */
function useAdmins(term: string | undefined): Suggestions {
  const allowed = useMay(adminAccountAddresses.listAdmins);
  const asked = allowed && term !== undefined;
  const params = listParams({ ...defaultsOf(adminsTable), query: term ?? "", field: "email" });
  const { currentData, isFetching } = useListAdminsQuery(asked ? params : skipToken);
  const rows = asked ? (currentData?.rows ?? []) : [];
  return {
    all: rows.map(({ id, email, role }) => ({
      value: adminSubject(id),
      text: email,
      note: roleLabels[role],
    })),
    loading: asked && isFetching,
  };
}

function useAccounts(text: string) {
  const { term, found, error } = useFind(text);
  // The admins are searched when typing has paused, as the consumers are.
  const admins = useAdmins(found === undefined ? undefined : term);
  const consumers = (found?.consumers ?? []).map(({ id, email }) => ({
    value: consumerSubject(id),
    text: email,
    note: "Consumer",
  }));
  const pins = (found?.pins ?? []).map(({ pin }) => ({ value: pinSubject(pin), text: pin, note: "PIN" }));
  const finding = term !== undefined && found === undefined && error === undefined;
  return { people: [...admins.all, ...consumers], pins, loading: finding || admins.loading };
}

/** The actors that a text can mean: the system, admins and consumers. */
export function useActors(text: string): Suggestions {
  const { people, loading } = useAccounts(text);
  return { all: [{ value: systemActor, text: systemLabel, note: "No person" }, ...people], loading };
}

const settings = settingNames.map((name) => ({
  value: settingSubject(name),
  text: settingLabels[name],
  note: "Setting",
}));

/** The subjects that a text can mean: PINs, accounts, settings and PIN batches. */
export function useSubjects(text: string): Suggestions {
  const { people, pins, loading } = useAccounts(text);
  const { data } = useListBatchesQuery();
  const batches = (data?.rows ?? []).map(({ batchName }) => ({
    value: batchSubject(batchName),
    text: subjectText(batchSubject(batchName)),
    note: "PIN batch",
  }));
  return { all: [...pins, ...people, ...settings, ...batches], loading };
}
