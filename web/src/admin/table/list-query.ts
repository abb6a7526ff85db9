import type { listParams } from "../../ui/table/list-state.ts";

export type ListParams = ReturnType<typeof listParams>;

/** The parameters of an export: the same search and order, without pages. */
export function withoutPages<P extends { page: number; limit: number }>({ page, limit, ...rest }: P) {
  void page;
  void limit;
  return rest;
}
