import type { ReactNode } from "react";
import { RouterProvider as AriaRouter } from "react-aria-components";
import { Navigate, Outlet, type RouteObject, useHref, useNavigate } from "react-router";
import { InstanceFrame } from "../shell/frame/instance-frame.tsx";
import { PartMessages } from "../shell/part-messages.tsx";
import { ErrorScreen } from "./error-screen.tsx";
import { FirstSite } from "./first-site.tsx";
import { screen } from "./screen.ts";
import { SessionOnly } from "./session-only.tsx";
import { SITE_ROUTE } from "./site-routes.tsx";
import { WORKSPACE_ROUTE } from "./workspace-routes.tsx";

/** The screens of the whole HQ, for its administrators. */
const INSTANCE_ROUTE: RouteObject = {
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
              lazy: screen(() => import("../instance/workspaces-screen.tsx"), "WorkspacesScreen"),
            },
            {
              path: "users",
              lazy: screen(() => import("../instance/users-screen.tsx"), "UsersScreen"),
            },
            {
              path: "health",
              lazy: screen(() => import("../instance/health-screen.tsx"), "HealthScreen"),
            },
          ],
        },
      ],
    },
    {
      element: <PartMessages part="audit" />,
      children: [
        {
          path: "audit",
          lazy: screen(() => import("../instance/audit-screen.tsx"), "AuditScreen"),
        },
      ],
    },
  ],
};

/** The URLs of the dashboard. Each screen is loaded when its route is first opened. */
export const ROUTES: RouteObject[] = [
  {
    element: <Links />,
    errorElement: <ErrorScreen />,
    // Render nothing until the script of the first screen is loaded, because a spinner would only flash.
    HydrateFallback: () => null,
    children: [
      {
        path: "/sign-in",
        lazy: screen(() => import("../identity/sign-in-screen.tsx"), "SignInScreen"),
      },
      {
        path: "/setup/:token",
        lazy: screen(() => import("../identity/setup-screen.tsx"), "SetupScreen"),
      },
      {
        path: "/invitation/:token",
        lazy: screen(() => import("../identity/invitation-screen.tsx"), "InvitationScreen"),
      },
      {
        path: "/password-reset/:token",
        lazy: screen(() => import("../identity/password-reset-screen.tsx"), "PasswordResetScreen"),
      },
      {
        element: <SessionOnly />,
        children: [
          { path: "/", element: <FirstSite /> },
          {
            element: <PartMessages part="account" />,
            children: [
              {
                path: "/account",
                lazy: screen(
                  () => import("../identity/account/account-screen.tsx"),
                  "AccountScreen",
                ),
              },
            ],
          },
          {
            element: <PartMessages part="workspace" />,
            children: [
              {
                path: "/transfers",
                lazy: screen(
                  () => import("../workspace/transfer-requests-screen.tsx"),
                  "TransferRequestsScreen",
                ),
              },
              {
                element: <PartMessages part="onboarding" />,
                children: [
                  {
                    path: "/new-workspace",
                    lazy: screen(
                      () => import("../onboarding/create-workspace-screen.tsx"),
                      "CreateWorkspaceScreen",
                    ),
                  },
                  {
                    path: "/workspaces/:ws/new-site",
                    lazy: screen(
                      () => import("../onboarding/create-site-screen.tsx"),
                      "CreateSiteScreen",
                    ),
                  },
                ],
              },
            ],
          },
          {
            path: "/new-site",
            lazy: screen(
              () => import("../onboarding/create-site-screen.tsx"),
              "ChooseWorkspaceScreen",
            ),
          },
          INSTANCE_ROUTE,
          SITE_ROUTE,
          WORKSPACE_ROUTE,
        ],
      },
      { path: "*", element: <ErrorScreen /> },
    ],
  },
];

/** Uses the router for component links. */
function Links(): ReactNode {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate(to)} useHref={useHref}>
      <Outlet />
    </AriaRouter>
  );
}
