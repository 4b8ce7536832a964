import { Navigate, type RouteObject } from "react-router";
import { SiteFrame } from "../shell/frame/site-frame.tsx";
import { PartMessages } from "../shell/part-messages.tsx";
import { screen } from "./screen.ts";

/** The screens of a site. */
export const SITE_ROUTE: RouteObject = {
  path: "/sites/:site",
  element: <SiteFrame />,
  children: [
    {
      element: <PartMessages part="onboarding" />,
      children: [
        {
          index: true,
          lazy: screen(() => import("../home/home-screen.tsx"), "HomeScreen"),
        },
      ],
    },
    {
      element: <PartMessages part="media" />,
      children: [
        {
          path: "media",
          lazy: screen(() => import("../media/media-screen.tsx"), "MediaScreen"),
        },
        {
          element: <PartMessages part="entry" />,
          children: [
            {
              path: "entries/:type/:id",
              lazy: screen(() => import("../entry/entry-screen.tsx"), "EntryScreen"),
            },
            {
              path: "entries/:type/:id/preview",
              lazy: screen(() => import("../preview/preview-screen.tsx"), "PreviewScreen"),
            },
            {
              path: "review/:change/entries/:type/:id",
              lazy: screen(() => import("../entry/entry-screen.tsx"), "EntryScreen"),
            },
            {
              path: "review/:change/preview",
              lazy: screen(
                () => import("../preview/change-preview-screen.tsx"),
                "ChangePreviewScreen",
              ),
            },
          ],
        },
      ],
    },
    {
      element: <PartMessages part="entries" />,
      children: [
        {
          path: "deleted",
          lazy: screen(() => import("../entries/deleted-screen.tsx"), "DeletedScreen"),
        },
        {
          path: "entries",
          lazy: screen(() => import("../entries/entries-screen.tsx"), "EntriesScreen"),
        },
        {
          path: "entries/:type",
          lazy: screen(() => import("../entries/entries-screen.tsx"), "EntriesScreen"),
        },
      ],
    },
    {
      element: <PartMessages part="history" />,
      children: [
        {
          path: "entries/:type/:id/history",
          lazy: screen(() => import("../history/history-screen.tsx"), "HistoryScreen"),
        },
      ],
    },
    {
      element: <PartMessages part="releases" />,
      children: [
        {
          path: "releases",
          lazy: screen(() => import("../releases/releases-screen.tsx"), "ReleasesScreen"),
        },
      ],
    },
    {
      element: <PartMessages part="review" />,
      children: [
        {
          path: "review",
          lazy: screen(() => import("../review/list/review-screen.tsx"), "ReviewScreen"),
        },
        {
          path: "review/:change",
          lazy: screen(() => import("../review/change-screen.tsx"), "ChangeScreen"),
        },
      ],
    },
    {
      element: <PartMessages part="delivery" />,
      children: [
        {
          path: "delivery",
          lazy: screen(() => import("../delivery/delivery-frame.tsx"), "DeliveryFrame"),
          children: [
            { index: true, element: <Navigate to="publishing" replace /> },
            {
              path: "publishing",
              lazy: screen(() => import("../delivery/publishing-section.tsx"), "PublishingSection"),
            },
            {
              path: "addresses",
              lazy: screen(() => import("../delivery/urls-section.tsx"), "UrlsSection"),
            },
            {
              path: "keys",
              lazy: screen(() => import("../delivery/keys-section.tsx"), "KeysSection"),
            },
            {
              path: "webhooks/:webhook?",
              lazy: screen(() => import("../delivery/webhooks-section.tsx"), "WebhooksSection"),
            },
            {
              path: "explorer",
              lazy: screen(() => import("../delivery/explorer-section.tsx"), "ExplorerSection"),
            },
            {
              element: <PartMessages part="onboarding" />,
              children: [
                {
                  path: "astro",
                  lazy: screen(() => import("../delivery/astro-section.tsx"), "AstroSection"),
                },
              ],
            },
            {
              path: "usage",
              lazy: screen(() => import("../delivery/usage-section.tsx"), "UsageSection"),
            },
          ],
        },
      ],
    },
    {
      element: <PartMessages part="settings" />,
      children: [
        {
          path: "settings",
          lazy: screen(() => import("../site-settings/settings-frame.tsx"), "SiteSettingsFrame"),
          children: [
            { index: true, element: <Navigate to="general" replace /> },
            {
              path: "general",
              lazy: screen(
                () => import("../site-settings/general-section.tsx"),
                "SiteGeneralSection",
              ),
            },
            {
              path: "access",
              lazy: screen(() => import("../site-settings/access-section.tsx"), "AccessSection"),
            },
            {
              path: "content",
              lazy: screen(() => import("../site-settings/content-section.tsx"), "ContentSection"),
            },
            {
              path: "upstream",
              lazy: screen(
                () => import("../site-settings/upstream-section.tsx"),
                "UpstreamSection",
              ),
            },
            {
              element: <PartMessages part="audit" />,
              children: [
                {
                  path: "audit",
                  lazy: screen(
                    () => import("../site-settings/audit-section.tsx"),
                    "SiteAuditSection",
                  ),
                },
              ],
            },
            {
              path: "copies",
              lazy: screen(() => import("../site-settings/copies-section.tsx"), "CopiesSection"),
            },
            {
              path: "leave",
              lazy: screen(() => import("../site-settings/leave-section.tsx"), "LeaveSection"),
            },
          ],
        },
      ],
    },
    {
      element: <PartMessages part="schema" />,
      children: [
        {
          path: "schema",
          lazy: screen(() => import("../schema/types/schema-screen.tsx"), "SchemaScreen"),
        },
        {
          path: "new-type",
          lazy: screen(() => import("../schema/types/new-type-screen.tsx"), "NewTypeScreen"),
        },
        {
          path: "schema/:type",
          lazy: screen(() => import("../schema/type-screen.tsx"), "TypeScreen"),
        },
        {
          path: "schema/:type/versions",
          lazy: screen(
            () => import("../schema/publishing/schema-versions-screen.tsx"),
            "SchemaVersionsScreen",
          ),
        },
      ],
    },
    {
      element: <PartMessages part="log" />,
      children: [
        {
          path: "live",
          lazy: screen(() => import("../site-log/live-screen.tsx"), "LiveScreen"),
        },
      ],
    },
  ],
};
