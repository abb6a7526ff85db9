import { beforeEach, expect, test } from "@jest/globals";
import { projections } from "../../all-projections.ts";
import { testStores } from "../../testing/projector-fixture.ts";
import type { DocumentChange } from "../folding/fold-batch.ts";
import { createDocumentStore, type DocumentStore } from "./document-store.ts";

const generation = "settings_v1_1";

const at = testStores();
let documents: DocumentStore;
beforeEach(async () => {
  documents = createDocumentStore(at.db, projections.settings, generation);
  await documents.create();
});

const change = (id: string, position: bigint, isNew: boolean): DocumentChange => ({
  part: "main",
  id,
  position,
  content: { value: `at ${position}` },
  isNew,
});

const write = (...groups: DocumentChange[]) => documents.write({ rows: [], groups });

const stored = async () =>
  (await at.db.collection<{ _id: string; value: string }>(generation).find().sort({ _id: 1 }).toArray()).map(
    ({ _id, value }) => `${_id} ${value}`,
  );

test("a change that was mistaken for a new document replaces an older one and leaves a later one", async () => {
  await write(change("older", 5n, true), change("same", 7n, true), change("later", 9n, true));
  const again = ["absent", "older", "same", "later"].map((id) => change(id, 7n, true));
  await write(...again);
  expect(await stored()).toEqual(["absent at 7", "later at 9", "older at 7", "same at 7"]);
});

test("changes of new and of stored documents are written together", async () => {
  await write(change("known", 5n, true));
  await write(change("known", 6n, false), change("new", 6n, true), change("lost", 6n, false));
  expect(await stored()).toEqual(["known at 6", "lost at 6", "new at 6"]);
});
