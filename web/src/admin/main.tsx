import "../theme/admin.scss";
import { startApp } from "../app/app-root.tsx";
import { adminAudience } from "../app/audience/admin-audience.ts";
import { routes } from "./routes.tsx";

void startApp(adminAudience, routes);
