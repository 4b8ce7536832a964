import { lazy } from "react";
import { INSTANCE, INSTANCE_PAGES } from "../pages.ts";
import type { PlaceCommands } from "./commands.tsx";

const loadPalette = () => import("./instance-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).InstancePalette }));

/** Shortcuts and palette of the instance screens. */
export const INSTANCE_COMMANDS: PlaceCommands = {
  home: INSTANCE,
  pages: INSTANCE_PAGES,
  Palette,
  loadPalette,
  acts: {},
};
