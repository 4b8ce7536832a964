import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, FileText, type LucideIcon, Package, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Site } from "../../api/sites.ts";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { createStarterTypes } from "./make-starter.ts";
import { STARTER_IDS, type StarterId } from "./starters.ts";
import styles from "./starter-choice.module.css";

const ICONS: Readonly<Record<StarterId, LucideIcon>> = {
  blog: FileText,
  documentation: BookOpen,
  shop: Package,
  landing: Rocket,
};

interface StarterChoiceProps {
  readonly site: Site;
  readonly onMade?: () => void;
}

/** Offers templates and creates their types. A retry skips existing types. */
export function StarterChoice({ site, onMade }: StarterChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: (id: StarterId) =>
      createStarterTypes(site.id, id, (word) => formatMessage({ id: word })),
    onSuccess: () => onMade?.(),
    onSettled: () => queries.invalidateQueries({ queryKey: ["site", site.id, "types"] }),
  });
  return (
    <>
      <Refusal error={make.error} />
      <div className={styles["starters"]}>
        {STARTER_IDS.map((id) => (
          <AriaButton
            key={id}
            className={styles["starter"] ?? ""}
            data-pending={(make.isPending && make.variables === id) || undefined}
            isDisabled={make.isPending && make.variables !== id}
            onPress={() => !make.isPending && make.mutate(id)}
          >
            <Icon of={id} />
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

function Icon({ of }: { readonly of: StarterId }): ReactNode {
  const Shown = ICONS[of];
  return <Shown size={18} aria-hidden="true" />;
}
