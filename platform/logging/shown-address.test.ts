import { expect, test } from "@jest/globals";
import { shownAddress } from "./shown-address.ts";

test.each([
  ["mongodb://127.0.0.1:27017/?directConnection=true", "127.0.0.1:27017"],
  ["mongodb://user:s3cret@a.test:1,b.test:2/db?w=1", "a.test:1,b.test:2"],
  ["mongodb+srv://user:s3cret@cluster.test", "cluster.test"],
  ["mongodb://user:s3@cret@h/", "h"],
  ["mongodb://user:s3/cret@h/db", "h"],
  ["esdb://admin:s3cret@event.test:2113?tls=false", "event.test:2113"],
  ["esdb+discover://admin:s3cret@event.test:2113?userKeyFile=/a@b", "event.test:2113"],
  ["mongodb://[::1]:27017/", "[::1]:27017"],
  ["unix:/tmp/ornament-a/events.sock", "unix:/tmp/ornament-a/events.sock"],
  ["mongodb://%2Ftmp%2Fornament-a%2Fdocuments.sock/?directConnection=true", "/tmp/ornament-a/documents.sock"],
  ["user:s3cret", "a URL that can't be read"],
])("the part of the connection string %s that is shown is %s", (connectionString, shown) => {
  expect(shownAddress(connectionString)).toBe(shown);
});
