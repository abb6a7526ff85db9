import "../theme/consumer.scss";
import { startApp } from "../app/app-root.tsx";
import { consumerAudience } from "../app/consumer-audience.ts";
import { routes } from "./routes.tsx";

startApp(consumerAudience, routes);
