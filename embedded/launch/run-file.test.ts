import { expect, test } from "@jest/globals";
import { withoutSecrets } from "./run-file.ts";

test("URLs without a store account are kept for the command-line tools", () => {
  const addresses = {
    eventstoreUrl: "esdb://127.0.0.1:2113?tls=false",
    mongodbUrl: "mongodb://a:1,b:2/?replicaSet=r",
  };
  expect(withoutSecrets(addresses)).toEqual(addresses);
});

test.each([
  "esdb://ornament:s3cret@a:2113,b:2113?tls=true",
  "mongodb://ornament:s3@cret@h/",
  "mongodb+srv://ornament@h",
  "mongodb://h/?tls=true&tlsCertificateKeyFilePassword=s3cret",
  "mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:s3cret",
])("the URL %s is left out of the run file", (address) => {
  expect(withoutSecrets({ address })).toEqual({});
});
