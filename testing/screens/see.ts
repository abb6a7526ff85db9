import { expect } from "playwright/test";

/** Playwright's `expect` with a timeout above its 5 s, because the machine may be busy with other suites. */
export const see = expect.configure({ timeout: 20_000 });
