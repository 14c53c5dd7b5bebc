import { z } from 'zod'
import { wallTime } from '#kernel/local-time.ts'
import { readPlatform } from '#rules/network-names.ts'
import { rotations, viewFits } from '#rules/view.ts'

/** The front matter of a post's file, and the folder's `posthorn.yaml`. The API checks the networks' rules. */

const network = z
  .string()
  .refine((word) => readPlatform(word.toLowerCase()) !== null, 'must be the name of a network, such as mastodon')

const time = z
  .string()
  .refine(
    (text) => wallTime(text) !== null || z.iso.datetime({ offset: true }).safeParse(text).success,
    'must be a time such as 2026-12-01T09:00, or 2026-12-01T09:00:00Z',
  )

const timezone = z.string().refine(isTimezone, 'must be a time zone such as Europe/Berlin')

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const word = z.string().min(1)
/** The permanent key of a post, independent of the name of its file. */
const key = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    'must have only letters, digits, dots, underscores and dashes, and at most 100 characters',
  )

const view = z
  .strictObject({
    crop: z
      .array(z.number())
      .length(4)
      .optional()
      .describe('Left, top, width and height of the part, as shares of the turned image.'),
    rotate: z.literal(rotations).optional().describe('How far the image is turned clockwise, in degrees.'),
    fit: z.enum(viewFits).optional().describe('pad allows a part that is larger than the image.'),
    ground: z.string().optional().describe('What fills the rest of a padded image: a color such as #ffffff, or blur.'),
  })
  .describe('The part of the image that the post shows. The file stays whole.')

const media = z
  .strictObject({
    file: word.optional().describe('A file in the folder, as a path from this file. It is uploaded once.'),
    storagePath: word.optional().describe('A file that is already in the library.'),
    alt: z.string().optional().describe('Alt text: describes the image for people who can’t see it.'),
    view: view.optional(),
  })
  .refine(
    ({ file, storagePath }) => (file === undefined) !== (storagePath === undefined),
    'must have either file or storagePath',
  )

const settings = z.record(z.string(), z.unknown()).describe('Network settings, with the same names as in the API.')

const differing = z.strictObject({
  text: z.string().optional().describe('A different text for this network.'),
  title: z.string().optional(),
  firstComment: z.string().optional(),
  settings: settings.optional(),
  format: z.string().optional().describe('A different format, such as reel or short.'),
  link: z.string().optional(),
  thread: z
    .enum(['join', 'omit'])
    .optional()
    .describe('Publishes a thread as one text (join), or only its first part (omit).'),
  delaySeconds: z.int().min(0).optional().describe('Seconds after `at` to publish there, at most seven days.'),
})

const accounts = z.array(word).max(20)

export const headSchema = z
  .strictObject({
    key: key.describe('The permanent key of the post. You can rename and move the file.'),
    to: accounts
      .optional()
      .describe('Where to publish: network names (for their default account), handles or account IDs.'),
    at: time.optional().describe('When to publish. If `at` and `slot` are omitted, the post is a draft.'),
    slot: z
      .enum(['next', 'last'])
      .optional()
      .describe('Instead of `at`: the next free posting time, or one after the last post of the plan.'),
    timezone: timezone.optional().describe('The time zone of `at`, unless it has an offset.'),
    draft: z.boolean().optional().describe('If true, the time is stored but the post isn’t published.'),
    profile: word.optional().describe('The profile (brand), by name or ID.'),
    title: z.string().optional().describe('A title, for networks that have one.'),
    link: z.string().optional().describe('A URL to show as a link card.'),
    firstComment: z.string().optional().describe('A comment to add under the post.'),
    format: z.string().optional().describe('The format, such as carousel or story.'),
    language: z.string().optional().describe('The language of the text, such as en.'),
    tags: z.array(word).optional().describe('Labels for finding the post. They aren’t published.'),
    mentions: z
      .record(word, z.partialRecord(network, word))
      .optional()
      .describe('Names in the text, each with its handle by network: "@Harbour Museum": { x: harbour }.'),
    media: z.array(media).optional().describe('Images, videos or documents, in order.'),
    networks: z.partialRecord(network, differing).optional().describe('Overrides for individual networks.'),
    confirm: z
      .union([z.literal(true), z.array(word)])
      .optional()
      .describe('Codes of the warnings to accept, or true for all.'),
  })
  .refine(({ slot, at, draft }) => slot === undefined || (at === undefined && draft !== true), {
    path: ['slot'],
    message: 'can’t be combined with `at` or `draft`',
  })
  .describe('The front matter of a post file, between two lines of ---. The text follows.')

export type Head = z.output<typeof headSchema>

export const folderSchema = z.strictObject({
  set: key.optional(),
  profile: word.optional(),
  timezone: timezone.optional(),
  to: accounts.optional(),
  tags: z.array(word).optional(),
})

export type FolderDefaults = z.output<typeof folderSchema>

/** Returns the JSON Schema of the front matter, for editors and other programs. */
export const headJsonSchema = (): object => ({
  title: 'A post of posthorn apply',
  ...z.toJSONSchema(headSchema, { io: 'input' }),
})
