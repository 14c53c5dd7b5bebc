import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import { sentences } from '#rules/faults/sentences.ts'

const captionsMax = 100_000
const noAngle = /^[^<>]*$/

/** True for a text with a timestamp line in either format, such as `00:00:01,000 --> 00:00:04,000`. */
const isCaptions = (text: string): boolean => /\d\d:\d\d[.,]\d{3} --> (?:\d\d:)?\d\d:\d\d[.,]\d{3}/.test(text)

const captions = z.strictObject({
  language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, sentences.language),
  name: z.string().max(150).optional(),
  text: z
    .string()
    .min(1)
    .max(captionsMax)
    .refine((text) => isCaptions(text), 'must be the content of a caption file in SRT or WebVTT format'),
})

/** Counts tags as YouTube does: a comma between tags, and quotation marks around a tag with a space. */
const weighTags = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), Math.max(0, tags.length - 1))

const tagsMax = 500

/** The settings of a target, in addition to title, text and video. */
export const settings = z.strictObject({
  madeForKids: z.boolean().optional().meta({
    description: 'Whether the video is made for children. Required, here or as the account’s default.',
  }),
  privacy: z.enum(['public', 'unlisted', 'private']).optional().meta({
    description: 'Who may see the video. Default: `public`.',
  }),
  publishAt: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({
      description:
        'The time at which YouTube makes the video public. Until then it is private, so `privacy` must be omitted or ' +
        '`private`. A time in the past means immediately.',
    }),
  categoryId: z
    .string()
    .regex(/^\d{1,4}$/, 'must be the number of a category, such as 22')
    .optional()
    .meta({ description: 'The category. Default: 22, People & Blogs. The account’s options list the categories.' }),
  tags: z
    .array(z.string().trim().min(1).regex(noAngle, 'must not contain < or >'))
    .max(tagsMax)
    .refine(
      (tags) => weighTags(tags) <= tagsMax,
      `must not have more than ${tagsMax} characters in total; a tag with a space counts two more`,
    )
    .optional()
    .meta({ description: 'Keywords that help people find the video, up to 500 characters in total.' }),
  playlistId: z
    .string()
    .regex(/^[\w-]{2,100}$/, 'must be the ID of a playlist, as listed in the account’s options')
    .optional()
    .meta({ description: 'A playlist to add the video to. The account’s options list the playlists.' }),
  captions: captions.optional().meta({
    description: 'Captions: the content of an SRT or WebVTT file, and its language.',
  }),
  notifySubscribers: z
    .boolean()
    .optional()
    .meta({ description: 'If false, the channel’s subscribers are not notified. Defaults to true.' }),
  containsSyntheticMedia: z
    .boolean()
    .optional()
    .meta({ description: 'If true, the video is labeled as altered or synthetic.' }),
  license: z
    .enum(['youtube', 'creativeCommon'])
    .optional()
    .meta({ description: "The license. Default: YouTube's own." }),
  embeddable: z
    .boolean()
    .optional()
    .meta({ description: 'If false, embedding on other sites is disabled. Defaults to true.' }),
})

/** Choices that rarely differ between the videos of a channel. */
export const accountDefaults = settings.pick({
  madeForKids: true,
  privacy: true,
  categoryId: true,
  playlistId: true,
  notifySubscribers: true,
  license: true,
  embeddable: true,
})
type Settings = z.infer<typeof settings>

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
