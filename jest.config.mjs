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
  moduleNameMapper: { "\\.(scss|svg|txt\\?raw)$": "<rootDir>/web/testing/no-file.ts" },
};

/** What isn't the product: scripts, the kits of the tests, the attacks and the bench. */
const besideTheProduct = "<rootDir>/(scripts/|testing/(?!e2e/))";

const unit = {
  ...shared,
  displayName: "unit",
  setupFiles: ["<rootDir>/web/testing/jsdom-globals.ts"],
  testPathIgnorePatterns: [
    ...shared.testPathIgnorePatterns,
    "\\.(int|e2e|long|browsers)\\.test\\.ts$",
    besideTheProduct,
  ],
};

/**
 * unit: pure and fast, and components of the web in jsdom; int: real services on the embedded servers; e2e:
 * the built product in Chromium; long: floods, freezes, kills, and what isn't the product; browsers: in Firefox and WebKit.
 */
export default {
  // Long enough for a busy machine; a test that hangs still fails.
  testTimeout: 120_000,
  // A worker's files leave modules behind; one that is larger after a file starts again.
  workerIdleMemoryLimit: "1GB",
  testSequencer: "<rootDir>/scripts/product-first.mjs",
  projects: [
    { ...unit, testMatch: ["**/*.test.ts"] },
    { ...unit, testMatch: ["**/*.test.tsx"], testEnvironment: "jsdom" },
    {
      ...shared,
      displayName: "int",
      testMatch: ["**/*.int.test.ts"],
      testPathIgnorePatterns: [...shared.testPathIgnorePatterns, besideTheProduct],
    },
    {
      ...shared,
      displayName: "long",
      testMatch: ["**/*.long.test.ts", "<rootDir>/{scripts,testing}/**/*.test.ts"],
      testPathIgnorePatterns: [
        ...shared.testPathIgnorePatterns,
        "\\.browsers\\.test\\.ts$",
        "/testing/e2e/.*(?<!\\.long)\\.test\\.ts$",
      ],
    },
    { ...shared, displayName: "browsers", testMatch: ["**/*.browsers.test.ts"] },
    {
      ...shared,
      displayName: "e2e",
      testMatch: ["**/*.e2e.test.ts"],
      globalSetup: "<rootDir>/scripts/browser-for-tests.mjs",
    },
  ],
};
