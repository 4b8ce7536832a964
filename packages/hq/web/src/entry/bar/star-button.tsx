import { Star } from "lucide-react";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { useSiteId } from "../../api/sites.ts";
import { useFavorites } from "../../shell/preferences/favorites.ts";
import { Button } from "../../ui/button.tsx";

/** Adds an entry to the user's favorites. */
export function StarButton({ entry: { id, type } }: { readonly entry: Entry }): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { favorites, mark } = useFavorites(site);
  const isFavorite = favorites.some((one) => one.id === id);
  return (
    <Button
      look="quiet"
      iconOnly
      aria-label={formatMessage({ id: "favourite.mark" })}
      aria-pressed={isFavorite}
      onPress={() => mark({ site, type, id }, !isFavorite)}
    >
      <Star size={16} aria-hidden="true" fill={isFavorite ? "currentColor" : "none"} />
    </Button>
  );
}
