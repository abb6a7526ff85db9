import "swagger-ui-dist/swagger-ui.css";
import "./api-docs.css";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";

/** The page of the API: Swagger UI over the OpenAPI document. Its style follows the reader's system. */
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();

const apiBase = document.querySelector<HTMLMetaElement>('meta[name="api:base"]')?.content ?? "";
SwaggerUI({
  domNode: document.getElementById("api"),
  url: `${apiBase}/api/openapi.json`,
  deepLinking: true,
  docExpansion: "list",
  displayRequestDuration: true,
});
