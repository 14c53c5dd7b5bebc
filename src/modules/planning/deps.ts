import type { PostDeps } from '#modules/posts/index.ts'

export type PlanningDeps = PostDeps
