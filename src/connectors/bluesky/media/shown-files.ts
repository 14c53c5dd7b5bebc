import { z } from 'zod'
import type { SeenFile } from '#connectors/contract/read-back.ts'

const images = z.array(z.object({ alt: z.string() })).optional()
const files = z.object({
  images,
  /** The images of a gallery. */
  items: images,
  video: z.unknown().optional(),
  alt: z.string().optional(),
  presentation: z.string().optional(),
})

/** The part of a post's embed that has its files. Next to a quoted post they are one level deeper. */
export const embedWithFiles = files.extend({ media: files.optional().catch(undefined) })

/** Lists the files of a post. An animated image is sent as a video that is shown as a GIF. */
export function listFiles(embed: z.output<typeof embedWithFiles> | undefined): SeenFile[] {
  const { images, items, video, alt, presentation } = embed?.media ?? embed ?? {}
  if (video !== undefined) return [{ kind: presentation === 'gif' ? 'image' : 'video', altText: alt || null }]
  return (images ?? items ?? []).map((image) => ({ kind: 'image', altText: image.alt || null }))
}
