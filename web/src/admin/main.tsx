import "../theme/admin.scss";
import { createBrowserRouter } from "react-router";
import { adminAudience } from "../app/admin-audience.ts";
import { startApp } from "../app/app-root.tsx";
import { routes } from "./routes.tsx";

startApp(adminAudience, createBrowserRouter(routes));
