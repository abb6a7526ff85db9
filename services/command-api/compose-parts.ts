import { oneAtATime, sharedRuns } from "@ornament/platform/waiting/at-most";
import { bindAggregates } from "./aggregates.ts";
import { bulkChangeJob } from "./bulk-changes/bulk-change-job.ts";
import type { Dependencies } from "./dependencies.ts";
import { requestContexts } from "./http/request-contexts.ts";
import { uniformAnswers } from "./http/uniform-response.ts";
import { importJob } from "./imports/import-job.ts";
import { jobRuns } from "./jobs/job-runs.ts";
import { codeTries } from "./passwords/routes.ts";
import { lookUpPins } from "./pin-entry/look-up-pins.ts";
import { registeringBrowsers } from "./registration/registering-browsers.ts";
import { accessTokens } from "./sessions/access-tokens.ts";
import { deviceTokens } from "./sessions/device-tokens.ts";
import { knownBrowsers } from "./sessions/known-browsers.ts";
import { refreshCookies } from "./sessions/refresh-cookies.ts";
import { signInAttempts } from "./sign-in/sign-in-attempts.ts";
import { signInGuard } from "./sign-in/sign-in-guard.ts";

/** What handlers and the functions of use cases take: the service's dependencies, and what is made once from them. */
export type Parts = ReturnType<typeof composeParts>;

export function composeParts(dependencies: Dependencies) {
  const { store, config } = dependencies;
  const parts = {
    ...dependencies,
    ...bindAggregates(store),
    contexts: requestContexts(dependencies),
    uniformAnswers: uniformAnswers(dependencies),
    accessTokens: accessTokens(dependencies),
    deviceTokens: deviceTokens(dependencies),
    refreshCookies: refreshCookies(dependencies),
    knownBrowsers: knownBrowsers(dependencies),
    registeringBrowsers: registeringBrowsers(dependencies),
    codeTries: codeTries(),
    /** The reads that tell whether callers are signed in. */
    sharing: sharedRuns(),
    /** Edits of an admin run one after another, because no append can check both streams. */
    adminEdits: oneAtATime(),
    /** Origins whose pages may refresh and end sessions. */
    ownOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
  };
  return {
    ...parts,
    signInGuard: signInGuard({ ...parts, attempts: signInAttempts(dependencies) }),
    lookUpPins: lookUpPins(parts),
    jobs: jobRuns(dependencies, { bulkChange: bulkChangeJob(parts), pinImport: importJob(parts) }),
  };
}
