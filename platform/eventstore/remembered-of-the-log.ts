/**
 * The memory of this process about the event store: every cache registers here, so that all are cleared
 * together. They are cleared when a subscription is lost and when it is renewed, because the event store may
 * have been restored from a backup. Work that began earlier must not fill a cache again. See
 * docs/decisions/0059-a-backup-is-a-copy-of-the-log.md
 */
export class RememberedOfTheLog {
  readonly #parts: { readonly name: string; readonly forget: () => void }[] = [];

  /** @param name as in the list of the decision record */
  add(name: string, forget: () => void): void {
    this.#parts.push({ name, forget });
  }

  forget(): void {
    for (const { forget } of this.#parts) forget();
  }

  get names(): readonly string[] {
    return this.#parts.map(({ name }) => name);
  }
}
