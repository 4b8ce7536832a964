import { type ReactNode, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useRoute, useSetRoute } from "../../api/content/slug.ts";
import type { Site } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { ChoiceField } from "../../ui/fields/choice-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import type { ShownSchema } from "../draft/shown-schema.ts";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import styles from "../fields/fields.module.css";

const FIRST = "";

/** Settings of a type other than its fields. */
export function TypeSettings({ site, contentType, work }: ShownSchema): ReactNode {
  const { formatMessage } = useIntl();
  const { draft, change } = work;
  const { apiId, kind } = contentType;
  const texts = draft.fields.filter(
    ({ type, multiple, id }) => type === "richtext" && !multiple && id !== undefined,
  );
  return (
    <form
      className={`${form["form"]} ${styles["settings"]}`}
      onSubmit={(event) => event.preventDefault()}
    >
      <header className={styles["settingsHead"]}>
        <h2 className={heading["heading"]}>
          <FormattedMessage id="schema.theType" />
        </h2>
      </header>
      <TextField
        label={formatMessage({ id: "schema.label" })}
        help={formatMessage({ id: "schema.labelHelp" })}
        value={draft.label}
        onChange={(label) => change((now) => ({ ...now, label }))}
        isInvalid={draft.label.trim() === ""}
        error={
          draft.label.trim() === "" ? formatMessage({ id: "schema.problem.label" }) : undefined
        }
        validationBehavior="aria"
        maxLength={200}
        autoComplete="off"
      />
      <AreaField
        label={formatMessage({ id: "schema.description" })}
        help={formatMessage({ id: "schema.descriptionHelp" })}
        value={draft.description}
        onChange={(description) => change((now) => ({ ...now, description }))}
        maxLength={2000}
        rows={2}
      />
      <TypeFacts contentType={contentType} />
      {texts.length > 0 && (
        <ChoiceField
          label={formatMessage({ id: "schema.body" })}
          help={formatMessage({ id: "schema.bodyHelp" })}
          value={draft.body ?? FIRST}
          onChange={(body) =>
            change((now) => ({ ...now, body: body === FIRST ? undefined : body }))
          }
          options={[
            { id: FIRST, label: formatMessage({ id: "schema.bodyFirst" }) },
            ...texts.map(({ id = "", label }) => ({ id, label })),
          ]}
        />
      )}
      {kind === "list" && <RouteField site={site} type={apiId} />}
    </form>
  );
}

/** What can't be changed. */
function TypeFacts({ contentType: { apiId, kind } }: Pick<ShownSchema, "contentType">): ReactNode {
  return (
    <dl className={styles["facts"]}>
      <div>
        <dt>
          <FormattedMessage id="schema.apiId" />
        </dt>
        <dd>
          <code>{apiId}</code>
        </dd>
      </div>
      <div>
        <dt>
          <FormattedMessage id="schema.kind" />
        </dt>
        <dd>
          <FormattedMessage id={kind === "list" ? "schema.listAbout" : "schema.objectAbout"} />
        </dd>
      </div>
      <div>
        <dt>
          <FormattedMessage id="schema.files" />
        </dt>
        <dd>
          <code>/api/{apiId}.json</code>
        </dd>
      </div>
    </dl>
  );
}

interface RouteFieldProps {
  readonly site: Site;
  readonly type: string;
}

/** The URL path of a type's entries. It is part of the site settings, which only admins can change. */
function RouteField({ site, type }: RouteFieldProps): ReactNode {
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
