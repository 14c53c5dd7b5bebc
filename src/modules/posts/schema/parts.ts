import { z } from 'zod'
import { fewMembers } from '#infra/http/few-members.ts'
import { byNetwork, platformInput } from '#infra/http/platforms.ts'
import { exampleId, idOf, languageTag, lineText, nameText, text } from '#infra/http/schemas.ts'
import type { Json } from '#kernel/json.ts'
import { wallTime } from '#kernel/local-time.ts'
import { delayMaxSeconds } from '#rules/delay.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { formats } from '#rules/limits.ts'
import { namesOf, networks, platformIdOf } from '#rules/network-names.ts'
import { threadChoices } from '#rules/thread.ts'
import { mediaView } from './view.ts'

/** Schemas of a post's fields, as the API names them. */
const mediaMax = 35
const contentMax = 100_000

export const content = text(0, contentMax).meta({ examples: ['The lighthouse is open again.'] })
export const title = lineText(0, 1_000).meta({ examples: ['Open again'] })
export const firstComment = text(0, 10_000)
export const format = z.enum(formats)
export const link = text(1, 2_048).refine(
  (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
  'must be an absolute URL such as https://example.com/page',
)

const storagePath = text(1, 200).meta({ examples: ['uploads/3f9c1d5be07a4c2f8e6b1a90d2c4f7e5'] })

const mediaItem = z
  .strictObject({
    storagePath: storagePath.optional().meta({ description: 'The storage path of a file uploaded to Posthorn.' }),
    url: text(1, 2_048)
      .refine((value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value), sentences.url)
      .optional()
      .meta({
        description:
          'The URL returned by an upload, or the URL of a file on another server, which is fetched before ' +
          'the post is published.',
        examples: ['https://example.com/lighthouse.jpg'],
      }),
    altText: text(0, 10_000).optional().meta({ description: 'Describes the image for people who cannot see it.' }),
    view: mediaView.optional(),
    thumbnailStoragePath: storagePath.optional().meta({
      description: 'The thumbnail of the video, on networks that support one. The calendar also shows it.',
    }),
  })
  .refine(
    (item) => (item.storagePath === undefined) !== (item.url === undefined),
    'must have either storagePath or url',
  )
  .meta({ id: 'PostMedia' })

export const media = z.array(mediaItem).max(mediaMax)

const settingDepthMax = 6
/** A setting may hold its own text, such as the captions of a video. */
const settingTextMax = contentMax

/** Any JSON that can be stored. The connector defines its shape. Its values are checked with the rest of the post. */
const plain = z.custom<Json>((value) => isPlain(value, 1), `must be plain JSON, at most ${settingDepthMax} deep`)
const settingsOfOne = fewMembers(200, z.record(text(1, 100), plain)).meta({ documentedAs: { type: 'object' } })

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string')
    return value.isWellFormed() && !value.includes('\u0000') && value.length <= settingTextMax
  if (value === null || typeof value !== 'object') return true
  const parts = Array.isArray(value) ? value : Object.entries(value).flat()
  return depth < settingDepthMax && parts.length <= 200 && parts.every((part) => isPlain(part, depth + 1))
}

export const settings = byNetwork(settingsOfOne).meta({
  // Described by `networkSchemas`, which knows the connectors.
  documentedAs: { $ref: '#/$defs/PostSettings' },
})

export const target = z.strictObject({
  platform: platformInput,
  accountId: idOf('acc')
    .optional()
    .meta({
      description: 'An account on the platform. Defaults to the platform’s default account.',
      examples: [exampleId('acc')],
    }),
  content: content.optional(),
  title: title.nullable().optional(),
  media: media.optional(),
  firstComment: firstComment.nullable().optional(),
  settings: settingsOfOne.optional(),
  format: format
    .optional()
    .meta({ description: 'The form of the post on this account, in place of that of the post.' }),
  link: link.nullable().optional(),
  thread: z
    .enum(threadChoices)
    .optional()
    .meta({
      description:
        '`join` publishes a thread as one text with all files, and `omit` publishes only its first part. ' +
        'If omitted, it is published as a thread.',
    }),
  delaySeconds: z
    .int()
    .min(0)
    .max(delayMaxSeconds)
    .optional()
    .meta({
      description: 'How many seconds after the post this account publishes it, at most seven days. Defaults to 0.',
      examples: [3_600],
    }),
})

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A platform, or an object with overrides. The type distinguishes them, so that each error in an object has its own
 * path.
 */
const platformEntry = z
  .unknown()
  .transform((value, context) => {
    if (typeof value !== 'string' && !isObject(value)) {
      const message = 'must be a platform name, or an object with `platform`'
      context.addIssue({ code: 'invalid_type', expected: 'string', input: value, message })
      return z.NEVER
    }
    const result = typeof value === 'string' ? platformInput.safeParse(value) : target.safeParse(value)
    if (result.success) return typeof result.data === 'string' ? { platform: result.data } : result.data
    for (const issue of result.error.issues) context.addIssue(issue as Parameters<typeof context.addIssue>[0])
    return z.NEVER
  })
  .meta({
    documentedAs: {
      oneOf: [{ type: 'string', enum: networks.flatMap(namesOf) }, { $ref: '#/$defs/PostPlatform' }],
    },
  })

export const platforms = z
  .array(platformEntry)
  .max(20)
  .meta({
    description:
      'Each entry is either a platform, which means its default account, or an object that selects an ' +
      'account and overrides the post’s values.',
    examples: [
      [platformIdOf('bluesky'), { platform: 'mastodon', content: 'The lighthouse is open again. #lighthouse' }],
    ],
  })

export const thread = z
  .array(z.strictObject({ content: content.default(''), media: media.optional() }))
  .max(100)
  .meta({ description: 'The replies after the first part.' })

/** A time: an instant if it has `Z` or an offset, otherwise the wall-clock time in a time zone. */
export const moment = z
  .string()
  .transform((value, context): Moment => {
    const withOffset = z.iso.datetime({ offset: true }).safeParse(value)
    if (withOffset.success) return { at: new Date(value) }
    const wall = wallTime(value)
    if (wall !== null) return { wall }
    context.addIssue({
      code: 'custom',
      message: 'must be a time such as 2026-11-21T09:00:00Z, or a local time such as 2026-11-21T09:00',
    })
    return z.NEVER
  })
  .meta({ documentedAs: { type: 'string', format: 'date-time' }, examples: ['2026-11-21T09:00:00Z'] })

export type Moment = { readonly at: Date } | { readonly wall: number }

export const tags = z.array(nameText(100)).max(50)
export const language = languageTag
const metadataOnTheWire = {
  type: 'object',
  propertyNames: { type: 'string', minLength: 1, maxLength: 100 },
  additionalProperties: { type: 'string', minLength: 0, maxLength: 1_000 },
}
export const metadata = fewMembers(20, z.record(text(1, 100), text(0, 1_000))).meta({
  documentedAs: metadataOnTheWire,
  description: 'At most 20 key-value pairs of text, returned unchanged.',
})

/**
 * The maximum number of files of one post, in all of its lists together. Each file is looked up and locked separately.
 */
const filesMax = 200

interface NamesFiles {
  readonly media?: readonly MediaInput[] | undefined
  readonly thread?: readonly { readonly media?: readonly MediaInput[] | undefined }[] | undefined
  readonly platforms?: readonly PlatformInput[] | undefined
}

export const namesFewFiles = (request: NamesFiles): boolean => countFiles(request) <= filesMax
export const tooManyFiles = `must not contain more than ${filesMax} files in all`

export const countFiles = ({ media = [], thread = [], platforms = [] }: NamesFiles): number =>
  [media, ...thread.map((part) => part.media), ...platforms.map((one) => ('media' in one ? one.media : []))].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  )

const intervalDays = z
  .int()
  .min(1)
  .max(365)
  .meta({ examples: [30] })
const variations = z
  .array(content.min(1))
  .max(20)
  .meta({ description: 'Alternative texts, used in turn on all platforms.' })

export const recycle = z
  .strictObject({ enabled: z.boolean().default(true), intervalDays, variations: variations.default([]) })
  .meta({ id: 'RecycleWish', description: 'Republishes the post at a fixed interval of days.' })

export const confirmWarnings = z
  .union([z.boolean(), z.array(text(1, 100)).max(100)])
  .transform((given): true | string[] => (given === false ? [] : given))
  .meta({ description: 'Codes of the warnings to accept, or true to accept all. False accepts none.' })

export type PlatformInput = z.output<typeof platformEntry>
export type MediaInput = z.output<typeof mediaItem>

/** The fields that bodies of other modules share with posts. */
export const postParts = { confirmWarnings, content, intervalDays, link, moment, platforms, tags, variations }

/** The content in addition to text and files, as shown in previews and in a post's progress. */
export const extras = z
  .object({
    contentWarning: z.string().meta({ examples: ['Spoilers for the last chapter'] }),
    poll: z.object({
      question: z.string().nullable(),
      options: z.string().array(),
      minutes: z.number().meta({ description: 'The duration of the poll in minutes.', examples: [1440] }),
    }),
    quotes: z.string().meta({ description: 'The URL or ID of the quoted or reshared post.' }),
    cards: z.string().array().meta({ description: 'Links shown as cards side by side, in order.' }),
  })
  .partial()
  .meta({
    description: 'What readers see in addition to text and files, according to the network settings.',
    examples: [{}],
  })
