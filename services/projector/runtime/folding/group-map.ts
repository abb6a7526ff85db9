import type { GroupKey } from "../../projections/projection.ts";

/** Values by the part and the id of a group. Ids of different types are different groups. */
export class GroupMap<V> {
  readonly #parts = new Map<string, Map<GroupKey["id"], V>>();

  get({ part, id }: Pick<GroupKey, "part" | "id">): V | undefined {
    return this.#parts.get(part)?.get(id);
  }

  set({ part, id }: Pick<GroupKey, "part" | "id">, value: V): void {
    const known = this.#parts.get(part);
    if (known) known.set(id, value);
    else this.#parts.set(part, new Map([[id, value]]));
  }

  delete({ part, id }: Pick<GroupKey, "part" | "id">): void {
    this.#parts.get(part)?.delete(id);
  }

  clear(): void {
    this.#parts.clear();
  }

  ofPart(part: string): Iterable<V> {
    return this.#parts.get(part)?.values() ?? [];
  }

  values(): V[] {
    return [...this.#parts.values()].flatMap((part) => [...part.values()]);
  }
}
