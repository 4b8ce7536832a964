import type { FollowForge } from "../sync/sync-upstream.ts";

export const followForge: FollowForge = () => Promise.resolve(null);
