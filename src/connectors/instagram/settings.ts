import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'

const tagsMax = 20
const username = z
  .string()
  .trim()
  .regex(/^@?[A-Za-z0-9_.]{1,30}$/, 'must be an Instagram username, such as anna.example')
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
    .meta({ description: 'Up to three accounts to invite as co-authors of the post. Not for stories.' }),
  userTags: z
    .array(userTag)
    .max(tagsMax)
    .optional()
    .meta({
      description:
        'Up to 20 accounts to tag. In an image each tag has a position, as fractions of its width (`x`) and height ' +
        '(`y`). `file` is the index of the carousel image, starting at 0.',
    }),
  locationId: z
    .string()
    .regex(/^[0-9]{1,40}$/, 'must be the numeric ID of a Facebook page for a place')
    .optional()
    .meta({ description: 'ID of the Facebook page for the post’s location. Not for stories.' }),
  shareToFeed: z.boolean().optional().meta({
    description: 'Reels. If false, the reel appears only in the Reels tab and not in the feed. Defaults to both.',
  }),
  coverTimestampMs: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Reels. The time in the video of the cover frame. A video thumbnail takes precedence.' }),
  allowComment: z.boolean().optional().meta({ description: 'If false, comments are turned off. Defaults to true.' }),
})
/** Choices that rarely differ between the posts of an account. */
export const accountDefaults = settings.pick({ locationId: true, shareToFeed: true, allowComment: true })
type Settings = z.output<typeof settings>
export type UserTag = z.output<typeof userTag>

/** Returns a username without a leading @. */
export const bareName = (username: string): string => username.replace(/^@/, '')

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
