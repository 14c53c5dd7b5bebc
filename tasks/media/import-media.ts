import { z } from 'zod'
import { filterProfile } from '../inputs/profile.ts'
import { adds, defineTask } from '../task.ts'

export const importMedia = defineTask({
  name: 'import_media',
  title: 'Upload a file by its URL',
  about:
    'Downloads a picture, video or document from a public address into the media library. ' +
    'Put its `storagePath` into `media` of a post.',
  scopes: ['media:write', 'profiles:read'],
  effect: adds,
  input: z.strictObject({
    url: z.string().min(1).describe('The address of the file itself, not of a page that shows it.'),
    profile: z.string().min(1).exactOptional().describe('The profile whose members can use the file: ID or name.'),
    altText: z.string().exactOptional().describe('Describes the picture for people who cannot see it.'),
    fileName: z.string().exactOptional().describe('A name for the library.'),
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
