import type { SettingName } from "@ornament/contracts/domain/settings";
import { StaleNote } from "../../app/stale-note.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AdminPage } from "../page/admin-page.tsx";
import { LoadFailure } from "../page/load-failure.tsx";
import { Panel } from "../page/panel.tsx";
import { DeviceLimitCard } from "./device-limit-card.tsx";
import { PinImportCard } from "./pin-import-card.tsx";
import { PlayerLinkCard } from "./player-link-card.tsx";
import { useListSettingsQuery } from "./settings-api.ts";

const limitTitle = "Limit of devices per user (PIN)";
const importTitle = "Import of PINs";
const linkTitle = "Video player redirection link";

export function SettingsPage() {
  const { data, error, refetch } = useListSettingsQuery();
  const settingOf = (wanted: SettingName) => {
    const setting = data?.rows.find(({ name }) => name === wanted);
    return setting === undefined ? "" : String(setting.value);
  };
  return (
    <AdminPage title="Settings">
      <StaleNote endpoint="listSettings" refetch={refetch} />
      {!data && error ? (
        <Panel>
          <LoadFailure error={error} refetch={refetch} />
        </Panel>
      ) : (
        <div className="o-cards">
          <Panel title={limitTitle}>
            {data ? <DeviceLimitCard value={settingOf("numberDevices")} /> : <Skeleton lines={3} />}
          </Panel>
          <Panel title={importTitle}>
            <PinImportCard />
          </Panel>
          <Panel title={linkTitle}>
            {data ? <PlayerLinkCard value={settingOf("playerUrl")} /> : <Skeleton lines={3} />}
          </Panel>
        </div>
      )}
    </AdminPage>
  );
}
