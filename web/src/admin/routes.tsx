import {
  adminAccountPaths,
  changesPaths,
  pinImportPaths,
  readModelPaths,
} from "@ornament/contracts/routes/back-office";
import type { RoutePath } from "@ornament/contracts/routes/path";
import { Navigate, Outlet, type RouteObject } from "react-router";
import { GuestOnly, RequireSession } from "../app/guards/session-guards.tsx";
import { screen } from "../app/screens/screens.tsx";
import { Loader } from "../ui/progress/loader.tsx";
import { ErrorPage, PageError } from "./errors/error-page.tsx";
import { IfAllowed } from "./page/if-allowed.tsx";
import { homePath, loginPath } from "./page/paths.ts";
import { AdminShell } from "./shell/admin-shell.tsx";
import { InstantFrame } from "./shell/instant-frame.tsx";

/** A page that only some admins can open, with the route that it needs and the name in its refusal. */
const guardedScreen = (needs: RoutePath, name: string, page: RouteObject): RouteObject => ({
  element: (
    <IfAllowed needs={needs} name={name}>
      <Outlet />
    </IfAllowed>
  ),
  children: [page],
});

/** The screens that can be shown as they stood at an instant. */
const screensWithInstant: RouteObject[] = [
  {
    path: "table-pins",
    ...screen(async () => (await import("./pins/pins-page.tsx")).PinsPage),
  },
  {
    path: "pin/:pin",
    ...screen(async () => (await import("./pins/pin-page.tsx")).PinPage),
  },
  {
    path: "table-users",
    ...screen(async () => (await import("./consumers/consumers-page.tsx")).ConsumersPage),
  },
  {
    path: "user-profile/:id",
    ...screen(async () => (await import("./consumer-profile/consumer-profile-page.tsx")).ConsumerProfilePage),
  },
  guardedScreen(adminAccountPaths.listAdmins, "Admins", {
    path: "table-admins",
    ...screen(async () => (await import("./admins/admins-page.tsx")).AdminsPage),
  }),
  guardedScreen(adminAccountPaths.updateAdmin, "Admin account", {
    path: "admin-profile/:id",
    ...screen(async () => (await import("./admins/edit-admin-page.tsx")).EditAdminPage),
  }),
  guardedScreen(pinImportPaths.pinImportProgress, "Settings", {
    path: "controls",
    ...screen(async () => (await import("./settings/settings-page.tsx")).SettingsPage),
  }),
];

const screens: RouteObject[] = [
  { element: <InstantFrame />, children: screensWithInstant },
  guardedScreen(adminAccountPaths.createAdmin, "Create new Account", {
    path: "registration",
    ...screen(async () => (await import("./admins/create-account-page.tsx")).CreateAccountPage),
  }),
  guardedScreen(changesPaths.listChanges, "What changed", {
    path: "changes/:table",
    ...screen(async () => (await import("./changes/changes-page.tsx")).ChangesPage),
  }),
  guardedScreen(readModelPaths.readModelStates, "Read models", {
    path: "read-models",
    ...screen(async () => (await import("./read-models/read-models-page.tsx")).ReadModelsPage),
  }),
  {
    path: "profile",
    ...screen(async () => (await import("./own-profile/own-profile-page.tsx")).OwnProfilePage),
  },
  { path: "log", ...screen(async () => (await import("./action-log/log-page.tsx")).LogPage) },
];

const guestScreens: RouteObject[] = [
  {
    element: <GuestOnly home={homePath} returnTo="/admin" />,
    children: [
      {
        path: "login",
        ...screen(async () => (await import("./sign-in/login-page.tsx")).LoginPage),
      },
    ],
  },
  {
    path: "forgot-password",
    ...screen(async () => (await import("./sign-in/forgot-password-page.tsx")).ForgotPasswordPage),
  },
  {
    path: "reset-password/:id/:token",
    ...screen(async () => (await import("./sign-in/reset-password-page.tsx")).ResetPasswordPage),
  },
];

/** Each page's code is loaded when the page is opened. Any other path leads to sign-in. */
export const routes: RouteObject[] = [
  {
    path: "/admin",
    hydrateFallbackElement: <Loader />,
    errorElement: <ErrorPage />,
    children: [
      {
        element: <RequireSession loginPath={loginPath} />,
        children: [
          {
            element: <AdminShell />,
            children: [
              {
                errorElement: <PageError />,
                children: screens,
              },
            ],
          },
        ],
      },
      ...guestScreens,
      { index: true, element: <Navigate to={loginPath} replace /> },
      { path: "*", element: <Navigate to={loginPath} replace /> },
    ],
  },
];
