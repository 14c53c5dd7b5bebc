import type { File } from '../state/records.ts'
import type { Shape } from '../wire/checks.ts'
import { categories } from './files.ts'

/** The media types that an upload of each kind may announce. */
export const typesOf: Readonly<Record<File['kind'], readonly string[]>> = {
  image: ['image/jpeg', 'image/gif', 'image/bmp', 'image/png', 'image/webp', 'image/pjpeg', 'image/tiff'],
  gif: ['image/gif'],
  video: ['video/mp4', 'video/webm', 'video/mp2t', 'video/quicktime'],
}

const allTypes = [...typesOf.video, 'text/srt', 'text/vtt', ...typesOf.image]
const category: Shape = { is: 'one of', values: [...categories, 'dm_image', 'dm_gif', 'dm_video', 'subtitles'] }

export const initializeShape: Shape = {
  is: 'object',
  needs: ['media_type', 'total_bytes', 'media_category'],
  of: {
    media_type: { is: 'one of', values: allTypes },
    total_bytes: { is: 'whole', min: 1, max: 17_179_869_184 },
    media_category: category,
    additional_owners: { is: 'list', of: { is: 'id' }, min: 0, max: 100 },
    shared: { is: 'flag' },
  },
}

export const oneShotShape: Shape = {
  is: 'object',
  needs: ['media', 'media_category'],
  of: {
    media: { is: 'text', min: 1 },
    media_category: category,
    media_type: { is: 'one of', values: allTypes },
    additional_owners: { is: 'list', of: { is: 'id' }, min: 0, max: 100 },
    shared: { is: 'flag' },
  },
}

export const appendShape: Shape = {
  is: 'object',
  needs: ['media', 'segment_index'],
  of: { media: { is: 'text', min: 1 }, segment_index: { is: 'whole', min: 0, max: 999 } },
}

export const metadataShape: Shape = {
  is: 'object',
  needs: ['id', 'metadata'],
  of: {
    id: { is: 'id' },
    metadata: {
      is: 'object',
      of: { alt_text: { is: 'object', needs: ['text'], of: { text: { is: 'text', max: 1_000 } } } },
    },
  },
}
