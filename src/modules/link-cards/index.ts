export { findLinkCards } from './actions.ts'
export type { LinkCardDeps } from './deps.ts'
export { createLinkCards } from './link-cards.ts'
export { linkCardRoutes } from './routes.ts'
