import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import {
  type SiteSettings,
  type SvgRule,
  useChangeSettings,
  useSiteSettings,
} from "../api/settings/site-settings.ts";
import { type ContentType, useTypes } from "../api/sites.ts";
import { FormField } from "../ui/fields/form-field.tsx";
import { SelectField } from "../ui/fields/select-field.tsx";
import { ZoneBox } from "../ui/fields/time-field.tsx";
import { Loading } from "../ui/notes/loading.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { DangerDialog } from "../ui/sections/danger-dialog.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import styles from "./settings.module.css";

/** Settings in the site's file: URL paths, time zone, content folders, and SVG handling. */
export function ContentSection(): ReactNode {
  const { data: settings, error } = useSiteSettings();
  const { data: types } = useTypes();
  if (settings === undefined || types === undefined) {
    return <Loading error={error} />;
  }
  return (
    <Sections>
      <Section title="content.routes" text="content.routesText">
        <Routes settings={settings} types={types} />
      </Section>
      <Section title="content.timeZone" text="content.timeZoneText">
        <TimeZone settings={settings} />
      </Section>
      <Section title="content.paths" text="content.pathsText">
        <Paths settings={settings} types={types} />
      </Section>
      <Section title="content.svg" text="content.svgText">
        <Svg settings={settings} />
      </Section>
    </Sections>
  );
}

interface PartProps {
  readonly settings: SiteSettings;
  readonly types: readonly ContentType[];
}

/** A text for each type; empty for none. */
type PerType = Readonly<Record<string, string>>;

function perType(types: readonly ContentType[], values: PerType): Record<string, string> {
  return Object.fromEntries(types.map(({ apiId }) => [apiId, values[apiId] ?? ""]));
}

/** Returns the differences in HQ's format: null removes a value. */
function changesOf(before: PerType, wanted: PerType): Record<string, string | null> {
  const changed = Object.entries(wanted).flatMap(([apiId, text]) => {
    const value = text.trim();
    return value === (before[apiId] ?? "") ? [] : [[apiId, value === "" ? null : value] as const];
  });
  return Object.fromEntries(changed);
}

function Routes({ settings, types }: PartProps): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit } = useForm({ defaultValues: perType(types, settings.routes) });
  const change = useChangeSettings();
  return (
    <ActForm
      act={change}
      submit="content.saveRoutes"
      done="content.routesSaved"
      onSubmit={() =>
        void handleSubmit((wanted) =>
          change.mutate({ routes: changesOf(settings.routes, wanted) }),
        )()
      }
    >
      <div className={styles["routes"]}>
        {types.map(({ apiId, label, kind }) => (
          <FormField
            key={apiId}
            control={control}
            name={apiId}
            label={label}
            placeholder={kind === "object" ? `/${apiId}` : `/${apiId}/{slug}`}
            rules={{
              validate: (route) =>
                isRoute(route.trim()) || formatMessage({ id: "content.routeWanted" }),
            }}
            autoComplete="off"
            spellCheck="false"
            maxLength={500}
          />
        ))}
      </div>
    </ActForm>
  );
}

/** Returns whether HQ accepts a path: it contains only known placeholders and no other braces. */
function isRoute(route: string): boolean {
  if (route === "") return true;
  const isPath = /^\/(?!\/)[^\s\\?#]*$/.test(route);
  return isPath && !/[{}]/.test(route.replaceAll(/\{(?:slug|path|id|year|month|day)\}/g, ""));
}

function TimeZone({ settings }: Pick<PartProps, "settings">): ReactNode {
  const change = useChangeSettings();
  const { timeZone } = settings;
  return (
    <div className={styles["mode"]}>
      <Refusal error={change.error} />
      <ZoneBox
        zone={change.isPending ? (change.variables.timeZone ?? timeZone) : timeZone}
        onChange={(wanted) => {
          if (wanted !== timeZone) change.mutate({ timeZone: wanted });
        }}
      />
    </div>
  );
}

function Paths({ settings, types }: PartProps): ReactNode {
  const { control, handleSubmit } = useForm({ defaultValues: perType(types, settings.paths) });
  const [changedPaths, setChangedPaths] = useState<Record<string, string | null>>();
  const change = useChangeSettings();
  const ask = (wanted: PerType): void => {
    const changes = changesOf(settings.paths, wanted);
    if (Object.keys(changes).length > 0) setChangedPaths(changes);
  };
  return (
    <>
      <ActForm
        act={changedPaths === undefined ? change : { ...change, error: null }}
        submit="content.savePaths"
        done="content.pathsSaved"
        onSubmit={() => void handleSubmit(ask)()}
      >
        <div className={styles["routes"]}>
          {types.map(({ apiId, label }) => (
            <FormField
              key={apiId}
              control={control}
              name={apiId}
              label={label}
              placeholder={`content/${apiId}`}
              autoComplete="off"
              spellCheck="false"
              maxLength={500}
            />
          ))}
        </div>
      </ActForm>
      {changedPaths !== undefined && (
        <DangerDialog
          title={<FormattedMessage id="content.moveTitle" />}
          goes={[
            <FormattedMessage
              key="files"
              id="content.moveGoes"
              values={{ count: entriesOf(types, changedPaths) }}
            />,
            <FormattedMessage key="clones" id="content.moveGoesClones" />,
          ]}
          stays={[<FormattedMessage key="live" id="content.moveStays" />]}
          submit="content.moveAct"
          act={change}
          onSubmit={() =>
            change.mutate({ paths: changedPaths }, { onSuccess: () => setChangedPaths(undefined) })
          }
          onClose={() => setChangedPaths(undefined)}
        />
      )}
    </>
  );
}

function entriesOf(types: readonly ContentType[], changes: object): number {
  const moved = types.filter(({ apiId }) => Object.hasOwn(changes, apiId));
  return moved.reduce((sum, { entries }) => sum + entries.all, 0);
}

const SVG_RULES: readonly SvgRule[] = ["refuse", "clean"];

function Svg({ settings }: Pick<PartProps, "settings">): ReactNode {
  const { formatMessage } = useIntl();
  const change = useChangeSettings();
  const { svg } = settings.media;
  return (
    <div className={styles["mode"]}>
      <Refusal error={change.error} />
      <SelectField
        label={formatMessage({ id: "content.svg" })}
        value={change.isPending ? (change.variables.media?.svg ?? svg) : svg}
        onChange={(wanted) => {
          const rule = SVG_RULES.find((one) => one === wanted);
          if (rule !== undefined && rule !== svg) change.mutate({ media: { svg: rule } });
        }}
        options={SVG_RULES.map((rule) => [rule, formatMessage({ id: `content.svg.${rule}` })])}
      />
    </div>
  );
}
