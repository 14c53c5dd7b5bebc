import type { Graph } from './graph.ts'
import type { Page, Photo } from './records.ts'

/** Null as well when nobody used it for a day: it is thrown away then. */
export function findPhoto(graph: Graph, page: Page, id: string): Photo | null {
  const photo = graph.photos.get(id)
  if (!photo || photo.page !== page) return null
  const ageMs = graph.world.clock.ms() - photo.createdAtMs
  const purged = photo.post === null && ageMs > graph.rules.unattached_photo_ms
  return purged ? null : photo
}
