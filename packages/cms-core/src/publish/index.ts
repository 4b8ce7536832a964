export type { Issue } from "../base/errors.ts";
