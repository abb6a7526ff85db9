import { Navigate, type RouteObject } from "react-router";
import { GuestOnly, RequireSession } from "../app/session-guards.tsx";
import { Loader } from "../ui/loader.tsx";
import { ItAdminOnly } from "./page/it-admin-only.tsx";
import { homePath, loginPath } from "./page/paths.ts";
import { AdminShell } from "./shell/admin-shell.tsx";

/** Pages that only an IT Admin can open. */
const itAdminScreens: RouteObject[] = [
  {
    path: "table-admins",
    lazy: async () => ({ Component: (await import("./admins/admins-page.tsx")).AdminsPage }),
  },
  {
    path: "registration",
    lazy: async () => ({ Component: (await import("./admins/create-account-page.tsx")).CreateAccountPage }),
  },
  {
    path: "admin-profile/:id",
    lazy: async () => ({ Component: (await import("./admins/edit-admin-page.tsx")).EditAdminPage }),
  },
  {
    path: "controls",
    lazy: async () => ({ Component: (await import("./settings/settings-page.tsx")).SettingsPage }),
  },
];

const screens: RouteObject[] = [
  {
    path: "table-pins",
    lazy: async () => ({ Component: (await import("./pins/pins-page.tsx")).PinsPage }),
  },
  {
    path: "table-users",
    lazy: async () => ({ Component: (await import("./consumers/consumers-page.tsx")).ConsumersPage }),
  },
  {
    path: "user-profile/:id",
    lazy: async () => ({
      Component: (await import("./consumer-profile/consumer-profile-page.tsx")).ConsumerProfilePage,
    }),
  },
  {
    path: "profile",
    lazy: async () => ({ Component: (await import("./own-profile/own-profile-page.tsx")).OwnProfilePage }),
  },
  { path: "log", lazy: async () => ({ Component: (await import("./log/log-page.tsx")).LogPage }) },
];

const guestScreens: RouteObject[] = [
  {
    element: <GuestOnly home={homePath} returnTo="/admin" />,
    children: [
      {
        path: "login",
        lazy: async () => ({ Component: (await import("./sign-in/login-page.tsx")).LoginPage }),
      },
    ],
  },
  {
    path: "forgot-password",
    lazy: async () => ({
      Component: (await import("./sign-in/forgot-password-page.tsx")).ForgotPasswordPage,
    }),
  },
  {
    path: "reset-password/:id/:token",
    lazy: async () => ({ Component: (await import("./sign-in/reset-password-page.tsx")).ResetPasswordPage }),
  },
];

/** Each page's code is loaded when it is opened. Any other path leads to sign-in. */
export const routes: RouteObject[] = [
  {
    path: "/admin",
    hydrateFallbackElement: <Loader />,
    children: [
      {
        element: <RequireSession loginPath={loginPath} />,
        children: [
          {
            element: <AdminShell />,
            children: [...screens, { element: <ItAdminOnly />, children: itAdminScreens }],
          },
        ],
      },
      ...guestScreens,
      { index: true, element: <Navigate to={loginPath} replace /> },
      { path: "*", element: <Navigate to={loginPath} replace /> },
    ],
  },
];
