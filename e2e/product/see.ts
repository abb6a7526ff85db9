import { expect } from "playwright/test";

/** What a person sees, sooner or later: a machine busy with other suites may take longer than Playwright's 5 s. */
export const see = expect.configure({ timeout: 20_000 });
