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

/** Where links to a type's entries lead on the site. It stands in the site's settings, which admins alone change. */
export function RouteField({ site, type }: RouteFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const { route } = useRoute(type);
  const set = useSetRoute(type);
  // What is typed stays, whatever is read meanwhile.
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
