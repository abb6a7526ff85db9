import "../theme/admin.scss";
import { adminAudience } from "../app/admin-audience.ts";
import { startApp } from "../app/app-root.tsx";
import { routes } from "./routes.tsx";

void startApp(adminAudience, routes);
