import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BookOpen, FileText, type LucideIcon, Package, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { answer, hq } from "../api/client.ts";
import type { ContentType, Site } from "../api/sites.ts";
import { TurnOn } from "../delivery/publishing/turn-on.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import furrows from "./furrows.webp";
import { type StarterId, starterTypes } from "./starters.ts";
import styles from "./new-site.module.css";

interface NewSiteProps {
  readonly site: Site;
  readonly types: readonly ContentType[];
}

/** The home of a site without entries: what comes first, second and third. */
export function NewSite({ site, types }: NewSiteProps): ReactNode {
  const written = types.filter(({ version }) => version > 0);
  const hasType = written.length > 0;
  return (
    <div className={styles["screen"]}>
      <img className={styles["picture"]} src={furrows} alt="" width="136" height="136" />
      <h1 className={styles["title"]}>
        <FormattedMessage id="newSite.title" />
      </h1>
      <p className={styles["lead"]}>
        <FormattedMessage id="newSite.lead" />
      </p>
      <ol className={styles["steps"]}>
        <li {...(!hasType && { "aria-current": "step" as const })}>
          <h2>
            <FormattedMessage id="newSite.type" />
          </h2>
          <p>
            <FormattedMessage id={hasType ? "newSite.typeDone" : "newSite.typeText"} />
          </p>
          {!hasType && <Starters site={site} />}
        </li>
        <li {...(hasType && { "aria-current": "step" as const })}>
          <h2>
            <FormattedMessage id="newSite.entry" />
          </h2>
          <p>
            <FormattedMessage id="newSite.entryText" />
          </p>
          {site.role !== "view" &&
            written.map(({ apiId, label }) => (
              <Link
                key={apiId}
                className={styles["act"] ?? ""}
                to={`/sites/${site.id}/entries/${apiId}/new`}
              >
                <FormattedMessage id="newSite.entryAct" values={{ type: label }} />
              </Link>
            ))}
        </li>
        <li>
          <h2>
            <FormattedMessage id="newSite.publish" />
          </h2>
          <p>
            <FormattedMessage
              id={site.publishing ? "newSite.publishDone" : "newSite.publishText"}
            />
          </p>
          {site.publishing ? (
            <code className={styles["address"]}>{site.publicUrl}/api/index.json</code>
          ) : (
            <TurnOn site={site} />
          )}
        </li>
      </ol>
    </div>
  );
}

const STARTERS: readonly { readonly id: StarterId; readonly icon: LucideIcon }[] = [
  { id: "blog", icon: FileText },
  { id: "documentation", icon: BookOpen },
  { id: "shop", icon: Package },
  { id: "landing", icon: Rocket },
];

/** Makes the types of a starter; what an attempt that was cut off left is not made again. */
function Starters({ site }: { readonly site: Site }): ReactNode {
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
    onSettled: () => queries.invalidateQueries({ queryKey: ["site", site.id, "types"] }),
  });
  if (site.role !== "admin" && site.role !== "edit") {
    return (
      <p>
        <FormattedMessage id="newSite.typeByEditor" />
      </p>
    );
  }
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
      <p className={styles["otherWays"]}>
        <FormattedMessage id="newSite.otherWays" />
      </p>
    </>
  );
}
