export { sharingHandlers, sweepSharing } from './jobs.ts'
export { brandStyle } from './page/brand.ts'
export { renderHorn } from './page/html.ts'
export {
  buildPage,
  formatTime,
  type Page,
  renderBrand,
  renderCommentList,
  renderNotice,
  renderPreviews,
} from './page/page.ts'
export { cardLinksOf } from './page/print-preview.ts'
export { pageStyle } from './page/style.ts'
export { pageWords } from './page/words.ts'
export { readPreview, storeComment } from './public-actions.ts'
export { sharingRoutes } from './routes.ts'
export type { PostPreview } from './schema.ts'
export { revokeLinksBy } from './store.ts'
export { sealedShareLinks } from './token.ts'
