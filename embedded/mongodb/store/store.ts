import { CommandError } from "../protocol/errors.ts";
import { Collection } from "./collection.ts";

/** All databases, in memory. A database exists as long as it has a collection. */
export class Store {
  private readonly databases = new Map<string, Map<string, Collection>>();

  find(database: string, name: string): Collection | undefined {
    return this.databases.get(database)?.get(name);
  }

  findOrCreate(database: string, name: string): Collection {
    const found = this.find(database, name);
    if (found) return found;
    checkNamespace(database, name);
    const collection = new Collection(database, name);
    const collections = this.databases.get(database) ?? new Map<string, Collection>();
    collections.set(name, collection);
    this.databases.set(database, collections);
    return collection;
  }

  drop(database: string, name: string): boolean {
    const collections = this.databases.get(database);
    const collection = collections?.get(name);
    if (!collection) return false;
    collection.isDropped = true;
    collections?.delete(name);
    if (collections?.size === 0) this.databases.delete(database);
    return true;
  }

  dropDatabase(database: string): boolean {
    for (const collection of this.collections(database)) collection.isDropped = true;
    return this.databases.delete(database);
  }

  /** The collections of all databases. */
  allCollections(): Collection[] {
    return [...this.databases.values()].flatMap((collections) => [...collections.values()]);
  }

  collections(database: string): Collection[] {
    return [...(this.databases.get(database)?.values() ?? [])];
  }
}

/** Throws InvalidNamespace for names that the server can't have. */
export function checkNamespace(database: string, name: string): void {
  const badDatabase = database === "" || database.length > 63 || /[/\\. "$\0]/.test(database);
  const badName = name === "" || name.startsWith(".") || name.endsWith(".") || /[$\0]/.test(name);
  if (badDatabase || badName || name.startsWith("system.") || database.length + name.length > 254) {
    throw new CommandError(73, `Invalid namespace specified '${database}.${name}'`);
  }
}
