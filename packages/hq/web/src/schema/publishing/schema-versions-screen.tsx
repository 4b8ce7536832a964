import {
  type ContentType as TypeModel,
  diffTypes,
  type SchemaChange,
} from "@loam/cms-core/browser";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useParams, useSearchParams } from "react-router";
import {
  type SchemaVersion,
  useSchemaVersions,
  useWorkingSchema,
} from "../../api/content/working-schema.ts";
import { type Site, useTypes } from "../../api/sites.ts";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { DrillCore } from "../../ui/compare/drill-core.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { Tag } from "../../ui/tag.tsx";
import { draftOf } from "../draft/schema-draft.ts";
import { typeOf } from "../draft/schema-forms.ts";
import { useKindName } from "../fields/use-kind-name.ts";
import { ChangeText } from "./change-text.tsx";
import { labelsOf, weightOf } from "./changes.ts";
import compareScreen from "../../ui/compare/compare-screen.module.css";
import heading from "../../ui/heading.module.css";
import panel from "../../ui/panel.module.css";
import styles from "./versions.module.css";

/** The published versions of a type's schema. */
export function SchemaVersionsScreen(): ReactNode {
  const { type = "" } = useParams();
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "schema.versions" }));
  return (
    <BuildersOnly>{(site) => <SchemaVersions key={type} site={site} type={type} />}</BuildersOnly>
  );
}

interface SchemaVersionsProps {
  readonly site: Site;
  readonly type: string;
}

/** A point of the timeline: a published version, or 0 for the working schema. */
interface Point {
  readonly version: number;
  readonly schema: TypeModel;
  readonly published: SchemaVersion | undefined;
}

/** The versions of a type's schema, with a field-level comparison of two. */
function SchemaVersions({ site, type }: SchemaVersionsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data: types = [] } = useTypes();
  const { data: versions, error } = useSchemaVersions(type);
  const { data: working } = useWorkingSchema(type);
  const [address] = useSearchParams();
  const schema = `/sites/${site.id}/schema`;
  const label = types.find(({ apiId }) => apiId === type)?.label ?? type;
  const points = pointsOf(type, versions ?? [], working);
  const to = points.find(({ version }) => version === Number(address.get("to"))) ?? points[0];
  const place = to === undefined ? -1 : points.indexOf(to);
  const from =
    points.find(({ version }) => version === Number(address.get("from") ?? NaN)) ??
    points[place + 1];
  return (
    <>
      <PageBar
        trail={[
          { label: formatMessage({ id: "nav.schema" }), address: schema },
          { label, address: `${schema}/${type}` },
        ]}
        title={<FormattedMessage id="schema.versions" />}
      >
        {null}
      </PageBar>
      {versions === undefined && <Loading error={error} />}
      {versions !== undefined && (
        <div className={compareScreen["screen"]}>
          <Timeline points={points} from={from} to={to} />
          <div
            className={compareScreen["differences"]}
            tabIndex={0}
            role="region"
            aria-label={label}
          >
            {to === undefined ? (
              <p className={styles["soft"]}>
                <FormattedMessage id="schema.noVersions" />
              </p>
            ) : (
              <Comparison from={from} to={to} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** Returns the points, newest first. The working schema is included if it differs from the newest version. */
function pointsOf(
  type: string,
  versions: readonly SchemaVersion[],
  working: ReturnType<typeof useWorkingSchema>["data"],
): readonly Point[] {
  const model = (shown: SchemaVersion["schema"]): TypeModel => typeOf(draftOf(shown), type);
  const published = versions.map((one) => ({
    version: one.version,
    schema: model(one.schema),
    published: one,
  }));
  const [newest] = published;
  const draft = working && model(working.schema);
  if (draft === undefined) return published;
  const isSame = newest !== undefined && diffTypes(newest.schema, draft).length === 0;
  return isSame ? published : [{ version: 0, schema: draft, published: undefined }, ...published];
}

interface TimelineProps {
  readonly points: readonly Point[];
  readonly from: Point | undefined;
  readonly to: Point | undefined;
}

/** The versions. Selecting one shows its changes. */
function Timeline({ points, from, to }: TimelineProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <DrillCore
      label={formatMessage({ id: "schema.versions" })}
      events={points.map((point) => ({
        key: String(point.version),
        when: point.published?.when,
        band: point.version === 0 ? "ochre" : "peat",
        name: <PointName point={point} />,
        about: point.published?.author?.name,
        address: `?to=${point.version}`,
        letter: point === to ? "B" : point === from ? "A" : undefined,
      }))}
    />
  );
}

function PointName({ point }: { readonly point: Point }): ReactNode {
  return point.version === 0 ? (
    <FormattedMessage id="schema.workingVersion" />
  ) : (
    <FormattedMessage id="schema.version" values={{ version: point.version }} />
  );
}

interface ComparisonProps {
  readonly from: Point | undefined;
  readonly to: Point;
}

/** The differences between two versions, grouped by field. */
function Comparison({ from, to }: ComparisonProps): ReactNode {
  if (from === undefined) return <FirstSchemaVersion point={to} />;
  const changes = diffTypes(from.schema, to.schema);
  const labels = labelsOf(from.schema, to.schema);
  const byField = Map.groupBy(changes, ({ field }) => field.split(".")[0] ?? "");
  return (
    <>
      <h2 className={heading["title"]}>
        <FormattedMessage
          id="schema.compared"
          values={{ from: <PointName point={from} />, to: <PointName point={to} /> }}
        />
      </h2>
      {changes.length === 0 && (
        <p className={styles["soft"]}>
          <FormattedMessage id="schema.sameVersions" />
        </p>
      )}
      {[...byField].map(([field, found]) => (
        <section key={field} className={`${panel["panel"]} ${styles["difference"]}`}>
          <header>
            <h3>
              {field === "" ? (
                <FormattedMessage id="schema.theType" />
              ) : (
                (labels.get(field) ?? field)
              )}
            </h3>
            {field !== "" && <code>{field}</code>}
          </header>
          <ul>
            {found.map((change) => (
              <li key={changeKey(change)}>
                <ChangeText change={change} labels={labels} />
                {weightOf(change) === "breaks" && (
                  <>
                    {" "}
                    <Tag tone="madder">
                      <FormattedMessage id="schema.weight.breaks" />
                    </Tag>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The first version, which has no predecessor to compare with. */
function FirstSchemaVersion({ point }: { readonly point: Point }): ReactNode {
  const kindName = useKindName();
  const { fields } = draftOf(point.schema);
  return (
    <>
      <h2 className={heading["title"]}>
        <PointName point={point} />
      </h2>
      <section className={`${panel["panel"]} ${styles["difference"]}`}>
        <ul>
          {fields.map((field) => (
            <li key={field.key}>
              <b>{field.label}</b> <code>{field.apiId}</code> {kindName(field)}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function changeKey({ kind, field, before, after }: SchemaChange): string {
  return [kind, field, before, after].join("\0");
}
