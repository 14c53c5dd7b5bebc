import { z } from 'zod'

const labels = ['sexual', 'nudity', 'porn', 'graphic-media'] as const
const repliers = ['everyone', 'mentioned', 'followers', 'following', 'nobody'] as const

/** The settings that a target on Bluesky may have beyond text and media. */
export const settings = z.strictObject({
  linkCard: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to add a card for the first link if the post has no images. Default: true.' }),
  labels: z.array(z.enum(labels)).max(labels.length).optional().meta({ description: 'Content warnings for viewers.' }),
  tags: z
    .array(
      z
        .string()
        .min(1)
        .max(64)
        .regex(/^[^\s#＃]+$/u, 'must be one word without # or spaces'),
    )
    .max(8)
    .optional()
    .meta({ description: 'Tags that make the post searchable but do not appear in the text. Omit the #.' }),
  quote: z.string().trim().min(1).max(2_048).optional().meta({
    description:
      'The post that the first part quotes: its link or its AT URI. It can be combined with files or a card.',
  }),
  replies: z.enum(repliers).optional().meta({ description: 'Who may reply. Default: everyone.' }),
})

export type Settings = z.output<typeof settings>

/** Reads settings that were checked together with the post. Invalid settings count as unset. */
export function settingsOf(given: unknown): Settings {
  const result = settings.safeParse(given)
  return result.success ? result.data : {}
}
