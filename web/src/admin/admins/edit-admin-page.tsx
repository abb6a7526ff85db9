import { adminAccountAddresses } from "@ornament/contracts/api/addresses/back-office";
import { useParams } from "react-router";
import { answerOf } from "../../app/api/answer-of.ts";
import { HistoryPanel } from "../history/history-fold.tsx";
import { PageButtonLink } from "../instant/page-link.tsx";
import { adminSubject } from "../log-entries/subjects.ts";
import { AdminPage } from "../page/admin-page.tsx";
import { Loaded, thingOf } from "../page/load-failure.tsx";
import { useMay } from "../page/may.ts";
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
  const query = useAdminProfileQuery(id);
  const admin = thingOf(query);
  const name = admin && [admin.firstName, admin.lastName].filter(Boolean).join(" ");
  return (
    <AdminPage title={name || "Admin account"} subtitle={admin?.email} actions={back}>
      <Loaded query={query} until={5} panel="full" wayOut={back} ofOneThing>
        {(admin) => (
          <>
            {mayEdit ? (
              <EditAdminForm key={admin.id} admin={admin} reload={() => answerOf(query.refetch)} />
            ) : (
              <AccountToRead admin={admin} />
            )}
            {mayEdit && <SignInCard whose="admin" id={id} />}
            <HistoryPanel
              key={`history ${admin.id}`}
              subject={adminSubject(admin.id)}
              of={admin.email}
              isActor
              width="form"
            />
            {mayEdit && <DeleteAccountPanel admin={admin} />}
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}
