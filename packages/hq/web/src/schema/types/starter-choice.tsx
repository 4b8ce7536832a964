import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, FileText, type LucideIcon, Package, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { answer, hq } from "../../api/client.ts";
import type { Site } from "../../api/sites.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { type StarterId, starterTypes } from "./starters.ts";
import styles from "./starter-choice.module.css";

const STARTERS: readonly { readonly id: StarterId; readonly icon: LucideIcon }[] = [
  { id: "blog", icon: FileText },
  { id: "documentation", icon: BookOpen },
  { id: "shop", icon: Package },
  { id: "landing", icon: Rocket },
];

interface StarterChoiceProps {
  readonly site: Site;
  readonly onMade?: () => void;
}

/** Templates to begin with. Makes their types; what an attempt that was cut off left is not made again. */
export function StarterChoice({ site, onMade }: StarterChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async (id: StarterId) => {
      const path = { site: site.id };
      const { types } = await answer(hq.GET("/sites/{site}/types", { params: { path } }));
      for (const body of starterTypes(id, (word) => formatMessage({ id: word }))) {
        const typePath = { ...path, api_id: body.apiId };
        if (!types.some(({ apiId }) => apiId === body.apiId)) {
          await answer(hq.POST("/sites/{site}/types", { params: { path }, body }));
        }
        await answer(
          hq.POST("/sites/{site}/types/{api_id}/schema/publish", { params: { path: typePath } }),
        );
      }
    },
    onSuccess: () => onMade?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: ["site", site.id, "types"] }),
  });
  return (
    <>
      <Refusal error={make.error} />
      <div className={styles["starters"]}>
        {STARTERS.map(({ id, icon: Icon }) => (
          <AriaButton
            key={id}
            className={styles["starter"] ?? ""}
            data-pending={(make.isPending && make.variables === id) || undefined}
            isDisabled={make.isPending && make.variables !== id}
            onPress={() => !make.isPending && make.mutate(id)}
          >
            <Icon size={18} aria-hidden="true" />
            <b>
              <FormattedMessage id={`starter.${id}`} />
            </b>
            <small>
              <FormattedMessage id={`starter.${id}Text`} />
            </small>
          </AriaButton>
        ))}
      </div>
    </>
  );
}
