const swc = (parser, jsc = {}) => [
  "@swc/jest",
  {
    jsc: {
      parser: { syntax: "typescript", ...parser },
      target: "es2022",
      experimental: { keepImportAttributes: true },
      ...jsc,
    },
    module: { type: "es6" },
  },
];

const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "^.+\\.ts$": swc({ tsx: false }),
    "^.+\\.tsx$": swc({ tsx: true }, { transform: { react: { runtime: "automatic" } } }),
  },
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  modulePathIgnorePatterns: ["/dist/"],
  moduleNameMapper: { "\\.scss$": "<rootDir>/web/testing/no-styles.ts" },
};

/**
 * unit: pure and fast, and components of the web in jsdom; int: real services on the embedded servers; e2e:
 * the built product in Chromium; browsers: in Firefox and WebKit.
 */
export default {
  // Long enough for a busy machine; a test that hangs still fails.
  testTimeout: 120_000,
  projects: [
    {
      ...shared,
      displayName: "unit",
      setupFiles: ["<rootDir>/web/testing/jsdom-globals.ts"],
      testMatch: ["**/*.test.ts", "**/*.test.tsx"],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, "\\.(int|e2e|browsers)\\.test\\.ts$"],
    },
    { ...shared, displayName: "int", testMatch: ["**/*.int.test.ts"] },
    { ...shared, displayName: "browsers", testMatch: ["**/*.browsers.test.ts"] },
    {
      ...shared,
      displayName: "e2e",
      testMatch: ["**/*.e2e.test.ts"],
      globalSetup: "<rootDir>/scripts/browser-for-tests.mjs",
    },
  ],
};
