import "../theme/consumer.scss";
import { startSite } from "./site.ts";

void startSite();
