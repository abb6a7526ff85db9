import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/api-base.ts";
import { StaleNote } from "../../app/stale-note.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { HistoryPanel } from "../history/history-fold.tsx";
import { PageButtonLink } from "../instant/page-link.tsx";
import { useAsOf } from "../instant/use-as-of.ts";
import { adminSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { isMissing, LoadFailure } from "../page/load-failure.tsx";
import { useMay } from "../page/may.ts";
import { Panel } from "../page/panel.tsx";
import { adminsPath } from "../page/paths.ts";
import { SignInCard } from "../sign-in-help/sign-in-card.tsx";
import { AccountToRead } from "./account-to-read.tsx";
import { useAdminProfileQuery } from "./admins-api.ts";
import { DeleteAccountPanel } from "./delete-account-panel.tsx";
import { EditAdminForm } from "./edit-admin-form.tsx";

const back = (
  <PageButtonLink tone="quiet" to={adminsPath}>
    Back to admins
  </PageButtonLink>
);

export function EditAdminPage() {
  const { id = "" } = useParams();
  const mayEdit = useMay(adminAccountAddresses.updateAdmin);
  const { currentData, error, refetch } = useAdminProfileQuery(...useAsOf(id));
  const admin = isMissing(error) ? undefined : currentData;
  const name = admin && [admin.firstName, admin.lastName].filter(Boolean).join(" ");
  return (
    <AdminPage title={name || "Admin account"} subtitle={admin?.email} actions={back}>
      <StaleNote endpoint="adminProfile" refetch={refetch} />
      {admin && mayEdit && <EditAdminForm key={admin.id} admin={admin} reload={() => answerOf(refetch)} />}
      {admin && !mayEdit && <AccountToRead admin={admin} />}
      {admin && mayEdit && <SignInCard whose="admin" id={id} />}
      {admin && (
        <HistoryPanel
          key={`history ${admin.id}`}
          subject={adminSubject(admin.id)}
          of={admin.email}
          isActor
          width="form"
        />
      )}
      {admin && mayEdit && <DeleteAccountPanel admin={admin} />}
      {!admin && (
        <Panel>
          {error === undefined ? (
            <Skeleton lines={5} />
          ) : (
            <LoadFailure error={error} refetch={refetch} wayOut={back} ofOneThing />
          )}
        </Panel>
      )}
    </AdminPage>
  );
}
