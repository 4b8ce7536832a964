import { lazy, useMemo } from "react";
import { useSession } from "../../api/people/session.ts";
import { INSTANCE, INSTANCE_PAGES } from "../pages.ts";
import type { PlaceCommands } from "./commands.tsx";

const loadPalette = () => import("./instance-palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).InstancePalette }));

/** What keys and the palette do at the screens of the instance. */
export function useInstanceCommands(): PlaceCommands {
  const { data: session } = useSession();
  const isAdmin = session?.user.instanceAdmin === true;
  return useMemo(
    () => ({
      home: INSTANCE,
      pages: isAdmin ? INSTANCE_PAGES : [],
      Palette,
      loadPalette,
      acts: {},
    }),
    [isAdmin],
  );
}
