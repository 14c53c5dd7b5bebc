import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import { dayMinutes, pollMinutes, pollOptions } from '#connectors/polls.ts'

const visibilities = ['public', 'unlisted', 'private', 'direct'] as const

/** The settings of a target, in addition to text and media. */
export const settings = z.strictObject({
  visibility: z
    .enum(visibilities)
    .optional()
    .meta({ description: "Who may see the post. Default: the account's preference." }),
  threadVisibility: z
    .enum(['unlisted', 'same'])
    .optional()
    .meta({
      description:
        'Visibility of a public thread’s replies and first comment: `unlisted` (the default), or the same as the ' +
        'first part.',
    }),
  sensitive: z
    .boolean()
    .optional()
    .meta({ description: 'If true, images and videos are hidden until the viewer opens them.' }),
  spoilerText: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'A content warning, shown in place of the text. It counts toward the length of the text.' }),
  quote: z.string().trim().min(1).max(2_048).optional().meta({
    description:
      "The post that the first part quotes: its link on the account's own server, or its ID there. The server must run Mastodon 4.5 or newer.",
  }),
  poll: z
    .strictObject({
      options: pollOptions(20, 500),
      durationMinutes: pollMinutes(z.int().min(1).max(52_596_000)),
      expiresInSeconds: z
        .int()
        .min(1)
        .max(3_155_760_000)
        .optional()
        .meta({ description: 'Deprecated. The duration in seconds; use `durationMinutes`.', deprecated: true }),
      multiple: z.boolean().optional(),
      hideTotals: z.boolean().optional(),
    })
    .refine(({ expiresInSeconds: former, durationMinutes }) => former === undefined || durationMinutes === undefined, {
      path: ['expiresInSeconds'],
      message: 'cannot be combined with durationMinutes',
    })
    .optional()
    .meta({
      description:
        'A poll below the first part, which cannot also have images or videos. The server limits the number of ' +
        'options, their length and the duration: usually to 4, 50 characters, and 5 minutes to a month.',
    }),
})
export type Settings = z.infer<typeof settings>

/** Returns how many seconds people may vote. */
export const pollSecondsOf = ({
  durationMinutes = dayMinutes,
  expiresInSeconds,
}: NonNullable<Settings['poll']>): number => expiresInSeconds ?? durationMinutes * 60

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
