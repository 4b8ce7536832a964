// Exports for virtual modules only.
export { contentFunctions } from "./content/content-functions.ts";
export { findHost } from "./content/server-host.ts";
export { isPreview } from "./preview/editable.ts";
export { liveFunctions } from "./live/live-collections.ts";
export { previewMiddleware } from "./preview/preview-middleware.ts";
export { previewProps } from "./preview/preview-props.ts";
export { previewRoutes } from "./preview/preview-routes.ts";
