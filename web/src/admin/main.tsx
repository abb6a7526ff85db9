import "../theme/admin.scss";
import { createBrowserRouter } from "react-router";
import { startApp } from "../app/app-root.tsx";
import { adminAudience } from "../app/audience.ts";
import { routes } from "./routes.tsx";

startApp(adminAudience, createBrowserRouter(routes));
