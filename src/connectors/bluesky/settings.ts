import { z } from 'zod'

export const labels = ['sexual', 'nudity', 'porn', 'graphic-media'] as const
export const repliers = ['everyone', 'mentioned', 'followers', 'following', 'nobody'] as const

/** The settings that a target on Bluesky may have beyond text and media. */
export const settings = z.strictObject({
  linkCard: z
    .boolean()
    .optional()
    .meta({ description: 'A card for the first link, where there are no pictures. It is made unless this is false.' }),
  labels: z
    .array(z.enum(labels))
    .max(labels.length)
    .optional()
    .meta({ description: 'What viewers may want to be warned of.' }),
  tags: z
    .array(
      z
        .string()
        .min(1)
        .max(64)
        .regex(/^[^\s#＃]+$/u, 'must be one word, without # and blanks'),
    )
    .max(8)
    .optional()
    .meta({ description: 'Tags that are found by, and not shown in the text. Without #.' }),
  replies: z.enum(repliers).optional().meta({ description: 'Who may reply; everyone, unless it is said.' }),
})

export type Settings = z.output<typeof settings>

/** Reads settings that were checked when the post was. Invalid settings count as unset. */
export function settingsOf(given: unknown): Settings {
  const result = settings.safeParse(given)
  return result.success ? result.data : {}
}
