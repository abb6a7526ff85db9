import { expect, test } from "@jest/globals";
import { browserStore } from "./safe-storage.ts";

/** A browser's storage that can be full for a while. */
function storageThatFills() {
  const values: Record<string, string> = {};
  const hidden = { full: false };
  const storage = Object.defineProperties(values, {
    setItem: {
      value: (key: string, value: string) => {
        if (hidden.full) throw new DOMException("full", "QuotaExceededError");
        values[key] = value;
      },
    },
    getItem: { value: (key: string) => (Object.keys(values).includes(key) ? values[key] : null) },
    removeItem: { value: (key: string) => delete values[key] },
  }) as unknown as Storage;
  return { store: browserStore(() => storage), setFull: (full: boolean) => (hidden.full = full) };
}

test("a value that could not be stored once doesn't hide the values that are stored later", () => {
  const { store, setFull } = storageThatFills();
  setFull(true);
  store.set("token", "old");
  setFull(false);
  store.set("token", "new");
  expect(store.get("token")).toBe("new");
  store.remove("token");
  expect(store.get("token")).toBeUndefined();
});

test("the keys of a full storage are those that it holds and those that are kept until the page closes", () => {
  const { store, setFull } = storageThatFills();
  store.set("typed.reset", "1");
  setFull(true);
  store.set("typed.help", "2");
  expect(store.keys()).toEqual(["typed.reset", "typed.help"]);
});
