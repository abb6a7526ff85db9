import type { TableKeys } from "@ornament/contracts/tables/table-keys";
import type { listParams } from "../../ui/table/list-state.ts";

export type ListParams<T extends TableKeys> = ReturnType<typeof listParams<T>>;

/** The parameters of an export: the same search and order, without pages. */
export function withoutPages<P extends { page: number; limit: number }>({ page, limit, ...rest }: P) {
  void page;
  void limit;
  return rest;
}
