import { z } from 'zod'
import { platformAnswer, platformInput } from '#infra/http/platforms.ts'
import { filledText, instant, languageTag, lineText, text } from '#infra/http/schemas.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { networks } from '#rules/network-names.ts'

const tones = ['neutral', 'casual', 'professional', 'playful'] as const

export const captionsBody = z
  .strictObject({
    title: lineText(0, 300).nullable().optional(),
    description: filledText(10_000).meta({ examples: ['The lighthouse is open again on Saturday. #harbour'] }),
    platforms: z.array(platformInput).min(1).max(networks.length),
    tone: z.enum(tones).default('neutral'),
    language: languageTag
      .optional()
      .meta({ description: 'The language of the captions, as a tag such as `de`. Requires an AI provider.' }),
    link: text(1, 2_048)
      .refine((value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value), sentences.url)
      .optional()
      .meta({ examples: ['https://example.com/lighthouse'] }),
  })
  .meta({
    id: 'OptimizeCaptions',
    examples: [{ description: 'The lighthouse is open again on Saturday. #harbour', platforms: ['x', 'linkedin'] }],
  })

const caption = z.object({
  ...platformAnswer,
  text: z.string(),
  characters: z.int().meta({ description: 'Counted the way the network counts.' }),
  maxCharacters: z.int(),
  hashtags: z
    .string()
    .array()
    .meta({ description: 'Without the #. They are either in the text or meant for the first comment.' }),
  hashtagPlacement: z.enum(['inline', 'end', 'first-comment', 'none']),
  warnings: z.object({ code: z.string(), message: z.string() }).array(),
})

export const captions = z
  .object({
    captions: z.record(z.string(), caption).meta({ description: 'By platform.' }),
    provider: z.enum(['rules', 'ai']).meta({ description: '`rules` if the AI provider wrote none of the captions.' }),
    quota: z.object({ used: z.int(), limit: z.int().nullable(), resetsAt: instant }),
  })
  .meta({ id: 'Captions' })

export type CaptionsInput = z.output<typeof captionsBody>
