import { z } from 'zod'
import { filterProfile } from '../inputs/profile.ts'
import { adds, defineTask } from '../task.ts'

export const importMedia = defineTask({
  name: 'import_media',
  title: 'Upload a file from a URL',
  about:
    'Downloads an image, video or document from a public URL into the media library. ' +
    'Then use its `storagePath` in the `media` of a post.',
  scopes: ['media:write', 'profiles:read'],
  effect: adds,
  input: z.strictObject({
    url: z.string().min(1).describe('The URL of the file itself, not of a page that shows it.'),
    profile: z.string().min(1).exactOptional().describe('The profile whose members can use the file: ID or name.'),
    altText: z.string().exactOptional().describe('Alt text: describes the image for people who can’t see it.'),
    fileName: z.string().exactOptional().describe('The file name in the library.'),
  }),
  output: z.object({
    id: z.string(),
    storagePath: z.string(),
    url: z.string(),
    fileName: z.string(),
    contentType: z.string(),
    bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    durationMs: z.int().nullable(),
  }),
  async run(api, { profile, ...file }) {
    const made = await api.importMedia({ ...file, ...(await filterProfile(api, profile)) })
    const { id, storagePath, url, fileName, contentType, size: bytes, width, height, durationMs } = made
    return { id, storagePath, url, fileName, contentType, bytes, width, height, durationMs }
  },
  describe: ({ fileName, contentType, bytes, storagePath }) =>
    `${fileName} (${contentType}, ${Math.ceil(bytes / 1_000)} kB) is in the library: ${storagePath}`,
})
