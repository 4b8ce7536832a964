import "@fontsource-variable/figtree/wght.css";
import "@fontsource-variable/figtree/wght-italic.css";
import "@fontsource-variable/fraunces/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { cleanFields } from "./ui/fields/clean-text.ts";

const place = document.querySelector("#app");
if (place === null) throw new Error("index.html has no place for the editor");
cleanFields(document);
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
