import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const tagsMax = 20
const username = z
  .string()
  .trim()
  .regex(/^@?[A-Za-z0-9_.]{1,30}$/, 'must be a username of Instagram, such as anna.example')
const share = z.number().min(0).max(1)

const userTag = z.strictObject({
  username,
  x: share.optional(),
  y: share.optional(),
  file: z.int().min(0).max(9).optional(),
})

/** The settings that a target may have beyond text and media. */
export const settings = z.strictObject({
  collaborators: z
    .array(username)
    .max(3)
    .optional()
    .meta({ description: 'Up to three accounts that are invited as authors of the post. Not for stories.' }),
  userTags: z.array(userTag).max(tagsMax).optional().meta({
    description:
      'Up to 20 accounts that are tagged. On a picture each has a place, as shares of its width (`x`) and height (`y`). `file` is the picture of a carousel, counted from 0.',
  }),
  locationId: z
    .string()
    .regex(/^[0-9]{1,40}$/, 'must be the numeric ID of a page of a place')
    .optional()
    .meta({ description: 'ID of the page, at Facebook, of the place that the post names. Not for stories.' }),
  shareToFeed: z.boolean().optional().meta({
    description: 'Reels. If false, the reel appears only in the Reels tab and not in the feed. Defaults to both.',
  }),
  coverTimestampMs: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Reels. The moment of the video that is its cover. A video thumbnail takes precedence.' }),
  allowComment: z.boolean().optional().meta({ description: 'False: nobody can comment. Default: people can.' }),
})
/** Choices that rarely differ between the posts of an account. */
export const accountDefaults = settings.pick({ locationId: true, shareToFeed: true, allowComment: true })
type Settings = z.output<typeof settings>
export type UserTag = z.output<typeof userTag>

/** Returns a username without the sign that people may write before it. */
export const bareName = (username: string): string => username.replace(/^@/, '')

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
