export { CmsError } from "@loam/cms-core";
