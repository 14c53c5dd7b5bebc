import type { Graph } from '../state/platform.ts'
import type { Page, Photo } from '../state/records.ts'

/** Finds a photo of the page. Also null if no post has used it within `unattached_photo_ms`: it is deleted then. */
export function findPhoto(graph: Graph, page: Page, id: string): Photo | null {
  const photo = graph.photos.get(id)
  if (!photo || photo.page !== page) return null
  const ageMs = graph.world.clock.ms() - photo.createdAtMs
  const purged = photo.post === null && ageMs > graph.rules.unattached_photo_ms
  return purged ? null : photo
}
