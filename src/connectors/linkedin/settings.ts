import { z } from 'zod'
import type { JsonObject } from '#connectors/connector.ts'
import { dayMinutes, pollMinutes, pollOptions } from '#connectors/polls.ts'

/** The settings of a target, in addition to text and media. */
export const settings = z.strictObject({
  visibility: z
    .enum(['public', 'connections', 'signedIn'])
    .optional()
    .meta({ description: 'Who may see the post. Default: everyone.' }),
  noReshares: z.boolean().optional().meta({ description: 'If true, no one can reshare the post.' }),
  article: z
    .strictObject({ title: z.string().trim().min(1).max(400), description: z.string().trim().max(4_086).optional() })
    .optional()
    .meta({
      description:
        'Title and description of the link card, replacing those of the linked page. The link is then removed from ' +
        'the text.',
    }),
  linkCard: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to add a card for the first link if the post has no files. Default: true.' }),
  poll: z
    .strictObject({
      question: z.string().trim().min(1).max(140),
      options: pollOptions(4, 30),
      durationMinutes: pollMinutes(z.union([z.literal(1_440), z.literal(4_320), z.literal(10_080), z.literal(20_160)])),
      days: z
        .union([z.literal(1), z.literal(3), z.literal(7), z.literal(14)])
        .optional()
        .meta({ description: 'Deprecated. The duration in days; use `durationMinutes`.', deprecated: true }),
    })
    .refine(({ days, durationMinutes }) => days === undefined || durationMinutes === undefined, {
      path: ['days'],
      message: 'cannot be combined with durationMinutes',
    })
    .optional()
    .meta({
      description:
        'A poll below the text that runs for one, three, seven or fourteen days. The post cannot also have images, ' +
        'a video or a card.',
    }),
  reshare: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .optional()
    .meta({
      description:
        'The post to reshare below the text: its `urn:li:share:…` or `urn:li:ugcPost:…`, or a link that contains it. ' +
        'A reshare cannot have files, a poll or a card.',
    }),
})
type Settings = z.infer<typeof settings>

/** Returns how many minutes people may vote. */
export const pollMinutesOf = ({ durationMinutes, days }: NonNullable<Settings['poll']>): number =>
  durationMinutes ?? (days ?? 1) * dayMinutes

/** Reads settings that were checked on arrival. Settings that a later version no longer accepts are dropped. */
export const settingsOf = (given: JsonObject): Settings => settings.safeParse(given).data ?? {}
