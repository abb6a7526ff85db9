import { AdminPage } from "../page/admin-page.tsx";
import { LogPanel } from "./log-panel.tsx";

export const LogPage = () => (
  <AdminPage title="System action log">
    <LogPanel name="log" caption="System action log" />
  </AdminPage>
);
