import type { AdminRow, adminAccountRoutes } from "@ornament/contracts/admins/api";
import { adminsTable } from "@ornament/contracts/admins/columns";
import { type AdminDocument, adminsReadModel } from "@ornament/contracts/admins/document";
import { present } from "@ornament/contracts/projections/read-model";
import { adminAccountPaths } from "@ornament/contracts/routes/back-office";
import { Refusal } from "@ornament/contracts/routes/errors";
import type { QueryOf } from "@ornament/contracts/routes/route";
import type { SearchKey } from "@ornament/contracts/tables/table-keys";
import type { AdminRole } from "@ornament/contracts/values/roles";
import type { HandlersFor } from "@ornament/platform/http/route-request";
import type { Filter } from "mongodb";
import type { ReadSide } from "./read-side/read-side.ts";
import { reading } from "./read-side/reading.ts";
import { allOf, anyOf } from "./table/conditions.ts";
import { readPage, sortOf } from "./table/paging.ts";
import { contains, everyWord } from "./table/search.ts";

type Routes = Pick<typeof adminAccountRoutes, "listAdmins" | "adminProfile">;
type TableQuery = QueryOf<Routes["listAdmins"]>;

const searches = {
  email: (term: string) => ({ email: contains(term) }),
  firstName: (term: string) => ({ firstNameSort: contains(term) }),
  lastName: (term: string) => ({ lastNameSort: contains(term) }),
} satisfies Record<SearchKey<typeof adminsTable>, (term: string) => Filter<AdminDocument>>;

export function adminAccountHandlers(readSide: ReadSide): HandlersFor<Routes> {
  return {
    listAdmins: reading(readSide, async ({ query }, view) => {
      const { rows, count } = await readPage(view.collection<AdminDocument>(adminsReadModel), {
        filter: filterOf(query),
        sort: sortOf(adminsTable, query),
        page: query,
      });
      return { rows: rows.map(toRow), count, page: query.page, limit: query.limit };
    }),
    adminProfile: reading(readSide, async ({ params, caller }, view) => {
      if (caller.kind !== "admin" || (caller.id !== params.id && !readsAdmins(caller.role)))
        throw new Refusal("forbidden");
      const admin = await view
        .collection<AdminDocument>(adminsReadModel)
        .findOne({ _id: params.id, ...present });
      if (!admin) throw new Refusal("admin_not_found");
      return toRow(admin);
    }),
  };
}

const readsAdmins = (role: AdminRole) => adminAccountPaths.listAdmins.callers.some((one) => one === role);

function filterOf({ query, field }: TableQuery): Filter<AdminDocument> {
  const wanted = field === "all" ? Object.values(searches) : [searches[field]];
  return allOf([{ ...present }, everyWord(query, (word) => anyOf(wanted.map((search) => search(word))))]);
}

const toRow = (admin: AdminDocument): AdminRow => ({
  id: admin._id,
  role: admin.role,
  email: admin.email ?? "",
  firstName: admin.firstName ?? "",
  lastName: admin.lastName ?? "",
  isActivated: admin.isActivated,
  version: String(admin.position),
});
