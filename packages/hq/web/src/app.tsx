import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, use, useMemo } from "react";
import { I18nProvider, RouterProvider as AriaRouter } from "react-aria-components";
import { IntlProvider } from "react-intl";
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  RouterProvider,
  useHref,
  useNavigate,
} from "react-router";
import { basePath } from "./api/base-path.ts";
import { createQueries } from "./api/queries.ts";
import { loadMessages, textsOf } from "./messages/messages.ts";
import { ErrorScreen } from "./routes/error-screen.tsx";
import { FirstSite } from "./routes/first-site.tsx";
import { SessionOnly } from "./routes/session-only.tsx";
import { InstanceFrame } from "./shell/frame/instance-frame.tsx";
import { SiteFrame } from "./shell/frame/site-frame.tsx";
import { WorkspaceFrame } from "./shell/frame/workspace-frame.tsx";
import { PartMessages } from "./shell/part-messages.tsx";
import { useSettings } from "./shell/preferences/settings.ts";

const routes: RouteObject[] = [
  {
    element: <Links />,
    errorElement: <ErrorScreen />,
    // Render nothing until the script of the first screen is loaded, because a spinner would only flash.
    HydrateFallback: () => null,
    children: [
      { path: "/sign-in", lazy: () => import("./identity/sign-in-screen.tsx") },
      { path: "/setup/:token", lazy: () => import("./identity/setup-screen.tsx") },
      { path: "/invitation/:token", lazy: () => import("./identity/invitation-screen.tsx") },
      {
        path: "/password-reset/:token",
        lazy: () => import("./identity/password-reset-screen.tsx"),
      },
      {
        element: <SessionOnly />,
        children: [
          { path: "/", element: <FirstSite /> },
          {
            element: <PartMessages part="account" />,
            children: [{ path: "/account", lazy: () => import("./routes/account-screen.tsx") }],
          },
          {
            element: <PartMessages part="workspace" />,
            children: [
              {
                path: "/transfers",
                lazy: () => import("./workspace/transfer-requests-screen.tsx"),
              },
              {
                element: <PartMessages part="onboarding" />,
                children: [
                  {
                    path: "/new-workspace",
                    lazy: () => import("./routes/onboarding/create-workspace-screen.tsx"),
                  },
                  {
                    path: "/workspaces/:ws/new-site",
                    lazy: () => import("./routes/onboarding/create-site-screen.tsx"),
                  },
                ],
              },
            ],
          },
          {
            path: "/new-site",
            lazy: () => import("./routes/onboarding/choose-workspace-screen.tsx"),
          },
          {
            path: "/instance",
            element: <InstanceFrame />,
            children: [
              { index: true, element: <Navigate to="workspaces" replace /> },
              {
                element: <PartMessages part="workspace" />,
                children: [
                  {
                    element: <PartMessages part="instance" />,
                    children: [
                      {
                        path: "workspaces",
                        lazy: () => import("./instance/workspaces-screen.tsx"),
                      },
                      { path: "users", lazy: () => import("./instance/users-screen.tsx") },
                      { path: "health", lazy: () => import("./instance/health-screen.tsx") },
                    ],
                  },
                ],
              },
              {
                element: <PartMessages part="audit" />,
                children: [{ path: "audit", lazy: () => import("./instance/audit-screen.tsx") }],
              },
            ],
          },
          {
            path: "/sites/:site",
            element: <SiteFrame />,
            children: [
              {
                element: <PartMessages part="onboarding" />,
                children: [{ index: true, lazy: () => import("./routes/home/home-screen.tsx") }],
              },
              {
                element: <PartMessages part="media" />,
                children: [
                  { path: "media", lazy: () => import("./routes/site/media-screen.tsx") },
                  {
                    element: <PartMessages part="entry" />,
                    children: [
                      {
                        path: "entries/:type/:id",
                        lazy: () => import("./routes/site/entry-screen.tsx"),
                      },
                      {
                        path: "entries/:type/:id/preview",
                        lazy: () => import("./routes/site/preview-screen.tsx"),
                      },
                      {
                        path: "review/:change/entries/:type/:id",
                        lazy: () => import("./routes/site/entry-screen.tsx"),
                      },
                      {
                        path: "review/:change/preview",
                        lazy: () => import("./routes/site/change-preview-screen.tsx"),
                      },
                    ],
                  },
                ],
              },
              { path: "deleted", lazy: () => import("./routes/site/deleted-screen.tsx") },
              { path: "entries", lazy: () => import("./routes/site/entries-screen.tsx") },
              { path: "entries/:type", lazy: () => import("./routes/site/entries-screen.tsx") },
              {
                path: "entries/:type/:id/history",
                lazy: () => import("./routes/site/history-screen.tsx"),
              },
              {
                element: <PartMessages part="releases" />,
                children: [
                  { path: "releases", lazy: () => import("./routes/site/releases-screen.tsx") },
                ],
              },
              {
                element: <PartMessages part="review" />,
                children: [
                  { path: "review", lazy: () => import("./routes/site/review-screen.tsx") },
                  { path: "review/:change", lazy: () => import("./routes/site/change-screen.tsx") },
                ],
              },
              {
                element: <PartMessages part="delivery" />,
                children: [
                  {
                    path: "delivery",
                    lazy: () => import("./delivery/delivery-frame.tsx"),
                    children: [
                      { index: true, element: <Navigate to="publishing" replace /> },
                      {
                        path: "publishing",
                        lazy: () => import("./delivery/publishing-section.tsx"),
                      },
                      {
                        path: "addresses",
                        lazy: () => import("./delivery/urls-section.tsx"),
                      },
                      { path: "keys", lazy: () => import("./delivery/keys-section.tsx") },
                      {
                        path: "webhooks/:webhook?",
                        lazy: () => import("./delivery/webhooks-section.tsx"),
                      },
                      { path: "explorer", lazy: () => import("./delivery/explorer-section.tsx") },
                      {
                        element: <PartMessages part="onboarding" />,
                        children: [
                          { path: "astro", lazy: () => import("./delivery/astro-section.tsx") },
                        ],
                      },
                      { path: "usage", lazy: () => import("./delivery/usage-section.tsx") },
                    ],
                  },
                ],
              },
              {
                element: <PartMessages part="settings" />,
                children: [
                  {
                    path: "settings",
                    lazy: () => import("./site-settings/settings-frame.tsx"),
                    children: [
                      { index: true, element: <Navigate to="general" replace /> },
                      {
                        path: "general",
                        lazy: () => import("./site-settings/general-section.tsx"),
                      },
                      { path: "access", lazy: () => import("./site-settings/access-section.tsx") },
                      {
                        path: "content",
                        lazy: () => import("./site-settings/content-section.tsx"),
                      },
                      {
                        path: "upstream",
                        lazy: () => import("./site-settings/upstream-section.tsx"),
                      },
                      {
                        element: <PartMessages part="audit" />,
                        children: [
                          {
                            path: "audit",
                            lazy: () => import("./site-settings/audit-section.tsx"),
                          },
                        ],
                      },
                      { path: "copies", lazy: () => import("./site-settings/copies-section.tsx") },
                      { path: "leave", lazy: () => import("./site-settings/leave-section.tsx") },
                    ],
                  },
                ],
              },
              {
                element: <PartMessages part="schema" />,
                children: [
                  { path: "schema", lazy: () => import("./routes/site/schema-screen.tsx") },
                  { path: "new-type", lazy: () => import("./routes/site/new-type-screen.tsx") },
                  { path: "schema/:type", lazy: () => import("./routes/site/type-screen.tsx") },
                  {
                    path: "schema/:type/versions",
                    lazy: () => import("./routes/site/schema-versions-screen.tsx"),
                  },
                ],
              },
              {
                element: <PartMessages part="log" />,
                children: [{ path: "live", lazy: () => import("./routes/site/live-screen.tsx") }],
              },
            ],
          },
          {
            path: "/workspaces/:ws",
            element: <WorkspaceFrame />,
            children: [
              { index: true, element: <Navigate to="skills" replace /> },
              {
                element: <PartMessages part="workspace" />,
                children: [
                  {
                    path: "settings",
                    lazy: () => import("./workspace/settings-frame.tsx"),
                    children: [
                      { index: true, element: <Navigate to="general" replace /> },
                      { path: "general", lazy: () => import("./workspace/general-section.tsx") },
                      { path: "members", lazy: () => import("./workspace/members-section.tsx") },
                      { path: "plan", lazy: () => import("./workspace/plan-section.tsx") },
                      {
                        path: "offers",
                        lazy: () => import("./workspace/transfer-requests-section.tsx"),
                      },
                      {
                        element: <PartMessages part="audit" />,
                        children: [
                          { path: "audit", lazy: () => import("./workspace/audit-section.tsx") },
                        ],
                      },
                    ],
                  },
                ],
              },
              {
                element: <PartMessages part="hub" />,
                children: [
                  { path: "skills", lazy: () => import("./routes/hub/skills-screen.tsx") },
                  {
                    // This screen uses the text editor of entries.
                    element: <PartMessages part="entry" />,
                    children: [
                      { path: "skills/:name", lazy: () => import("./routes/hub/skill-screen.tsx") },
                    ],
                  },
                  {
                    path: "skills/:name/versions",
                    lazy: () => import("./routes/hub/skill-versions-screen.tsx"),
                  },
                  {
                    element: <PartMessages part="review" />,
                    children: [
                      {
                        path: "skill-changes",
                        lazy: () => import("./routes/hub/skill-changes-screen.tsx"),
                      },
                      {
                        path: "skill-changes/:change",
                        lazy: () => import("./routes/hub/skill-change-screen.tsx"),
                      },
                    ],
                  },
                  { path: "workers", lazy: () => import("./routes/hub/workers-screen.tsx") },
                  { path: "workers/:id", lazy: () => import("./routes/hub/worker-screen.tsx") },
                  { path: "projects", lazy: () => import("./routes/hub/projects-screen.tsx") },
                  { path: "projects/:id", lazy: () => import("./routes/hub/project-screen.tsx") },
                  { path: "workflows", lazy: () => import("./routes/hub/workflows-screen.tsx") },
                  { path: "workflows/:id", lazy: () => import("./routes/hub/workflow-screen.tsx") },
                  { path: "runs", lazy: () => import("./routes/hub/runs-screen.tsx") },
                  { path: "runs/:id", lazy: () => import("./routes/hub/run-screen.tsx") },
                  { path: "variables", lazy: () => import("./routes/hub/variables-screen.tsx") },
                  { path: "secrets", lazy: () => import("./routes/hub/secrets-screen.tsx") },
                ],
              },
            ],
          },
        ],
      },
      { path: "*", element: <ErrorScreen /> },
    ],
  },
];

const router = createBrowserRouter(routes, { basename: basePath() || "/" });

/** The dashboard's root component. */
export function App(): ReactNode {
  return (
    <Suspense>
      <InLanguage />
    </Suspense>
  );
}

function InLanguage(): ReactNode {
  const { language } = useSettings();
  const common = use(loadMessages(language, "common"));
  const messages = useMemo(() => textsOf(common), [common]);
  const queries = useMemo(createQueries, []);
  return (
    <IntlProvider locale={language} messages={messages}>
      <I18nProvider locale={language === "ja" ? "ja-JP" : "en-US"}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </IntlProvider>
  );
}

/** Uses the router for component links. */
function Links(): ReactNode {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate(to)} useHref={useHref}>
      <Outlet />
    </AriaRouter>
  );
}
