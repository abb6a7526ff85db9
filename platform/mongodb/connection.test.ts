import { expect, test } from "@jest/globals";
import { ConfigError } from "../config/read-config.ts";
import { createMongoClient } from "./connection.ts";

const settingsOf = (address: string) => {
  const client = createMongoClient(address, { appName: "test" });
  const { readPreference, readConcern, writeConcern, retryReads, retryWrites } = client.options;
  return {
    readPreference: readPreference.mode,
    tags: readPreference.tags,
    readConcern: readConcern.level,
    write: { w: writeConcern.w, journal: writeConcern.journal, wtimeoutMS: writeConcern.wtimeoutMS },
    retryReads,
    retryWrites,
  };
};

const ours = {
  readPreference: "primary",
  tags: undefined,
  readConcern: "majority",
  write: { w: "majority", journal: true, wtimeoutMS: 10_000 },
  retryReads: true,
  retryWrites: true,
};

test.each([
  "",
  "?directConnection=true",
  "?w=1",
  "?w=0&journal=false",
  "?W=1&J=false&wtimeout=1",
  "?%77=1",
  "?wtimeoutMS=1&fsync=true",
  "?readPreference=secondaryPreferred",
  "?readPreference=nearest&readPreferenceTags=dc:ny&readPreferenceTags=&maxStalenessSeconds=120",
  "?readConcernLevel=local",
  "?retryWrites=false&retryReads=false",
])("no option in the address changes how MongoDB is read and written: %s", (options) => {
  expect(settingsOf(`mongodb://mongodb.test:27017/${options}`)).toEqual(ours);
});

test("other options in MongoDB's address are used", () => {
  const client = createMongoClient(
    "mongodb://u:p@a.test,b.test/?replicaSet=r&tls=true&w=1&authSource=admin",
    {
      appName: "test",
    },
  );
  expect(client.options.hosts.map(String)).toEqual(["a.test:27017", "b.test:27017"]);
  expect(client.options).toMatchObject({ replicaSet: "r", tls: true, useBigInt64: true });
  expect(client.options.credentials).toMatchObject({ username: "u", password: "p", source: "admin" });
});

test.each([
  "localhost",
  "http://u:s3cret@h",
  "mongodb://u:s3cret@",
  "mongodb://u:s3/cret@h",
  "mongodb://u:s3cret@h/?nonsense=1",
  "mongodb://u:s3cret@h:99999",
])(
  "a MongoDB address that can't be parsed is a ConfigError that does not show the password: %s",
  (address) => {
    const create = () => createMongoClient(address, { appName: "test" });
    expect(create).toThrow(ConfigError);
    expect(create).toThrow(/^MONGODB_URL can't be read: (?!.*(s3cret|s3\/cret))/);
  },
);
