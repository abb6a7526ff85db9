import { bindAggregates } from "./aggregates/aggregates.ts";
import { claims } from "./aggregates/consumer-email/claim.ts";
import { currentSettings } from "./aggregates/setting/current-settings.ts";
import { signInAttempts } from "./aggregates/sign-in/sign-in-attempts.ts";
import type { Dependencies } from "./dependencies.ts";
import { requestContexts } from "./http/request-contexts.ts";
import { withinMailLimit } from "./http/request-limits/mail-limit.ts";
import { uniformAnswers } from "./http/uniform-response.ts";
import { jobRuns } from "./jobs/job-runs.ts";
import { accessTokens } from "./sessions/access-tokens.ts";
import { credentialReader } from "./sessions/credentials.ts";
import { deviceTokens } from "./sessions/device-tokens.ts";
import { knownBrowsers } from "./sessions/known-browsers.ts";
import { refreshCookies } from "./sessions/refresh-cookies.ts";
import { signInSessions } from "./sessions/sign-in-sessions.ts";
import { adminAccounts } from "./use-cases/admin-accounts/admin-accounts.ts";
import { bindDevice } from "./use-cases/bind-device/bind-device.ts";
import { emailChanges } from "./use-cases/change-email/email-change.ts";
import { bulkChangeJob } from "./use-cases/change-in-bulk/bulk-change-job.ts";
import { consumerAddresses } from "./use-cases/claim-address/addresses.ts";
import { commandAtAddress } from "./use-cases/claim-address/command-at-address.ts";
import { completeSteps } from "./use-cases/complete-steps/steps.ts";
import { finishDeletion } from "./use-cases/delete-account/finish-deletion.ts";
import { editAdmin } from "./use-cases/edit-admin/edit-admin.ts";
import { forgetFailures } from "./use-cases/end-sign-in-pause/end-sign-in-pause.ts";
import { lookUpPins } from "./use-cases/enter-pins/look-up-pins.ts";
import { eraseFormerAdmins } from "./use-cases/erase-former-admins/erase-former-admins.ts";
import { importJob } from "./use-cases/import-pins/interrupt.ts";
import { createAdminAccount } from "./use-cases/manage-admins/create-account.ts";
import { completeCreation, invite } from "./use-cases/manage-admins/invite.ts";
import { loadOwnAccount } from "./use-cases/own-account/own-account.ts";
import { registeringBrowsers } from "./use-cases/register/registering-browsers.ts";
import { releasePin, removeReleased } from "./use-cases/release-pin/release-pin.ts";
import { codeTries } from "./use-cases/reset-password/code-tries.ts";
import { proofCookie } from "./use-cases/reset-password/proof-cookie.ts";
import { signInGuard } from "./use-cases/sign-in-guard/sign-in-guard.ts";
import { explained } from "./use-cases/stale-edits/changed-meanwhile.ts";

export type Parts = ReturnType<typeof composeParts>;

/**
 * Makes the parts of use cases from the service's dependencies. Each part names what it uses; handlers take all.
 */
export function composeParts(dependencies: Dependencies) {
  const { store, secrets, clock, uuid, config, requestLimits, randomNonce } = dependencies;
  const { publicUrl } = config;
  const { settings: settingCommands, ...aggregates } = bindAggregates(store);
  const outside = {
    ...dependencies,
    ...aggregates,
    publicUrl,
    addressKey: secrets.addressKey,
    uniformAnswers: uniformAnswers(dependencies),
  };

  // Accounts and sign-in
  const contexts = requestContexts(outside);
  const credentials = credentialReader(store);
  const tokens = { accessTokens: accessTokens(outside), deviceTokens: deviceTokens(outside) };
  const browsers = {
    refreshCookies: refreshCookies(outside),
    knownBrowsers: knownBrowsers(outside),
    registeringBrowsers: registeringBrowsers(outside),
    proofCookie: proofCookie(publicUrl),
  };
  const ownOrigins = [new URL(publicUrl).origin, ...config.allowedOrigins];
  const sessions = signInSessions({ ...outside, ...tokens, ...browsers, contexts, credentials, ownOrigins });
  const guard = signInGuard({ ...outside, ...browsers, attempts: signInAttempts(outside) });

  // Consumers, their email addresses and PINs
  const settings = currentSettings(store, config.defaultPlayerUrl);
  const addresses = consumerAddresses({ ...outside, claims: claims(store, uuid) });
  const steps = {
    emailChanges: emailChanges({ ...outside, addresses, randomNonce }),
    releasePin: releasePin(outside),
    removeReleased: removeReleased(outside),
    forgetFailures: forgetFailures({ ...outside, signInGuard: guard }),
    commandAtAddress: commandAtAddress({ ...outside, addresses }),
  };
  const ornaments = {
    loadOwnAccount: loadOwnAccount({ ...outside, settings }),
    bindDevice: bindDevice({ ...outside, ...tokens }),
    lookUpPins: lookUpPins(outside),
    finishDeletion: finishDeletion({ ...outside, ...steps, addresses }),
  };

  const jobs = jobRuns(outside, {
    bulkChange: bulkChangeJob(outside),
    pinImport: importJob({ ...outside, contexts }),
  });

  // Admins
  const accounts = adminAccounts(outside);
  const explainedChanges = explained(outside);
  const inviteAdmin = invite({ ...outside, randomNonce });
  const admins = {
    adminAccounts: accounts,
    invite: inviteAdmin,
    createAdminAccount: createAdminAccount(outside),
    editAdmin: editAdmin({ ...outside, adminAccounts: accounts, explained: explainedChanges }),
    explained: explainedChanges,
    eraseFormerAdmins: eraseFormerAdmins({ ...outside, retentionDays: config.adminRetentionDays }),
    completeCreation: completeCreation({ adminAccounts: accounts, invite: inviteAdmin, secrets, clock }),
  };

  return {
    ...outside,
    ...tokens,
    ...browsers,
    ...steps,
    ...ornaments,
    ...admins,
    ownOrigins,
    codeTries: codeTries(),
    addresses,
    contexts,
    credentials,
    jobs,
    settings,
    settingCommands,
    signInSessions: sessions,
    signInGuard: guard,
    withinMailLimit: withinMailLimit(requestLimits),
    completeSteps: completeSteps({ ...outside, ...steps, ...ornaments, ...admins }),
  };
}
