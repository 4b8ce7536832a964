import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRoute, useSetRoute } from "../../api/content/slug.ts";
import type { Site } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import styles from "../fields/fields.module.css";

interface RouteFieldProps {
  readonly site: Site;
  readonly type: string;
}

/** The URL path of a type's entries. It is part of the site settings, which only admins can change. */
export function RouteField({ site, type }: RouteFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const { route } = useRoute(type);
  const set = useSetRoute(type);
  // The input is kept while newer data is loaded.
  const [typed, setTyped] = useState<string>();
  const value = typed ?? route;
  const mayChange = site.role === "admin";
  return (
    <div className={styles["mono"]}>
      <TextField
        label={formatMessage({ id: "schema.route" })}
        help={formatMessage({ id: mayChange ? "schema.routeHelp" : "schema.routeByAdmin" })}
        value={value}
        onChange={setTyped}
        isReadOnly={!mayChange}
        maxLength={500}
        autoComplete="off"
        spellCheck="false"
      />
      <Refusal error={set.error} />
      {value !== route && (
        <div>
          <Button
            isWorking={set.isPending}
            onPress={() => {
              if (set.isPending) return;
              const wanted = value.trim();
              set.mutate(wanted === "" ? null : wanted, { onSuccess: () => setTyped(undefined) });
            }}
          >
            <FormattedMessage id="schema.setRoute" />
          </Button>
        </div>
      )}
    </div>
  );
}
