export { labelHandlers, retag } from './jobs.ts'
export { labelRoutes } from './routes.ts'
export { findLabelNames, knownTags, settleTags } from './settle-tags.ts'
export { hasTag, resolveLabels } from './store.ts'
