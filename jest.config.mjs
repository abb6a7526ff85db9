const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "^.+\\.tsx?$": [
      "@swc/jest",
      {
        jsc: { parser: { syntax: "typescript", tsx: false }, target: "es2022" },
        module: { type: "es6" },
      },
    ],
  },
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["/dist/"],
};

/** unit: pure and fast; int: real services on the embedded servers; e2e: the built product in Chromium. */
export default {
  // A busy machine must not fail a test; whoever waits for ever is found all the same.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["**/*.test.ts"],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, "\\.(int|e2e)\\.test\\.ts$"],
    },
    { ...shared, displayName: "int", testMatch: ["**/*.int.test.ts"] },
    { ...shared, displayName: "e2e", testMatch: ["**/*.e2e.test.ts"] },
  ],
};
