import "../theme/consumer.scss";
import { createBrowserRouter } from "react-router";
import { startApp } from "../app/app-root.tsx";
import { consumerAudience } from "../app/consumer-audience.ts";
import { routes } from "./routes.tsx";

startApp(consumerAudience, createBrowserRouter(routes));
