import { pinImportPaths, settingPaths } from "@ornament/contracts/routes/back-office";
import type { SettingName } from "@ornament/contracts/values/settings";
import { answerOf } from "../../app/api/api-base.ts";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { WhatChangedLink } from "../changes/what-changed-link.tsx";
import { HistoryFold } from "../history/history.tsx";
import { ImportHistory } from "../imports/import-history.tsx";
import { PinImportCard } from "../imports/pin-import-card.tsx";
import { settingSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { LoadFailure } from "../page/loaded.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { DeviceLimitCard, PlayerLinkCard } from "./setting-cards.tsx";
import { useListSettingsQuery } from "./settings-api.ts";
import type { ReadSetting, SettingCardProps } from "./use-setting.ts";

const limitTitle = "Limit of devices per user (PIN)";
const importTitle = "Import of PINs";
const linkTitle = "Video player redirection link";

function settingIn({ rows }: AnswerOf<"listSettings">, wanted: SettingName): ReadSetting {
  const setting = rows.find(({ name }) => name === wanted);
  return { value: String(setting?.value ?? ""), version: setting?.version ?? "0" };
}

const SettingHistory = ({ name, of }: { name: SettingName; of: string }) => (
  <div className="mt-3">
    <HistoryFold subject={settingSubject(name)} of={of} />
  </div>
);

export function SettingsPage() {
  const query = useListSettingsQuery();
  const { data, error, refetch } = query;
  const mayChange = useMay(settingPaths.updateSetting);
  const mayImport = useMay(pinImportPaths.importPins);
  const cardOf = (name: SettingName): SettingCardProps | undefined =>
    data && {
      setting: settingIn(data, name),
      reload: async () => {
        const fresh = await answerOf(refetch);
        return fresh && settingIn(fresh, name);
      },
    };
  const limit = cardOf("numberDevices");
  const link = cardOf("playerUrl");
  return (
    <AdminPage title="Settings" more={<WhatChangedLink table="settings" />}>
      <StaleNote query={query} />
      {!data && error ? (
        <Panel>
          <LoadFailure error={error} refetch={refetch} />
        </Panel>
      ) : (
        <div className="o-cards">
          <Panel title={limitTitle}>
            {!limit && <Skeleton lines={3} />}
            {limit && mayChange && <DeviceLimitCard {...limit} />}
            {limit && !mayChange && <SettingFact label="Number of devices" value={limit.setting.value} />}
            <SettingHistory name="numberDevices" of={limitTitle} />
          </Panel>
          {mayImport && (
            <Panel title={importTitle}>
              <PinImportCard />
            </Panel>
          )}
          <Panel title={linkTitle}>
            {!link && <Skeleton lines={3} />}
            {link && mayChange && <PlayerLinkCard {...link} />}
            {link && !mayChange && <SettingFact label="Player link" value={link.setting.value} />}
            <SettingHistory name="playerUrl" of={linkTitle} />
          </Panel>
        </div>
      )}
      <ImportHistory />
    </AdminPage>
  );
}

/** A setting for admins who may read it and not change it. */
function SettingFact({ label, value }: { label: string; value: string }) {
  return (
    <dl className="o-facts">
      <dt>{label}</dt>
      <dd className="text-break">{value || "Not set"}</dd>
    </dl>
  );
}
