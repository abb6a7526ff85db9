import "../theme/consumer.scss";
import { createBrowserRouter } from "react-router";
import { startApp } from "../app/app-root.tsx";
import { userAudience } from "../app/audience.ts";
import { routes } from "./routes.tsx";

startApp(userAudience, createBrowserRouter(routes));
