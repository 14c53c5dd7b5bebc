import { z } from 'zod'
import { exampleId, idOf, instant, text } from '#infra/http/schemas.ts'
import { offVariant } from './evaluate.ts'

const variantName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 of a–z, 0–9 and -')
  .refine((name) => name !== offVariant, 'must not be "off", which is what those get for whom the flag is not on')
  .meta({ examples: ['on'] })

const variants = z
  .array(
    z.strictObject({
      name: variantName,
      weight: z.int().min(0).max(100).meta({ description: 'Its share in percent; all of them make 100.' }),
    }),
  )
  .min(1)
  .max(10)

const ruleShape = {
  users: z.array(idOf('usr')).max(1_000).optional(),
  plans: z.array(text(1, 64)).max(20).optional(),
  percentage: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: 'So many in a hundred, always the same people; who has it keeps it when this grows.' }),
}

const rules = z
  .array(
    z.strictObject({
      ...ruleShape,
      variant: variantName.optional().meta({ description: 'The variant that they get; by the weights when absent.' }),
    }),
  )
  .max(20)
  .meta({
    description:
      'The flag is on for whom one of these holds, and the first that does decides. A rule holds for who fits all that it names. No rule at all: on for everybody.',
  })

export const changeFlagBody = z
  .strictObject({ enabled: z.boolean().optional(), variants: variants.optional(), rules: rules.optional() })
  .meta({
    id: 'ChangeFeatureFlag',
    description: 'What is absent stays as it is; a list replaces the whole list.',
    examples: [{ enabled: true, rules: [{ users: [exampleId('usr')] }, { plans: ['max'], percentage: 20 }] }],
  })

const key = z.string().meta({ examples: ['member-invites'] })

export const flag = z
  .strictObject({
    key,
    enabled: z.boolean().meta({ description: 'Whether it is on for you.' }),
    variant: z.string().meta({ description: 'Which variant is yours; `off` where it is not on.', examples: ['on'] }),
  })
  .meta({ id: 'FeatureFlag', description: 'What a flag is for the caller.' })

export const flagList = z
  .strictObject({ flags: z.array(flag), nextCursor: z.null().meta({ description: 'All of them are here.' }) })
  .meta({ id: 'FeatureFlagList' })

export const wholeFlag = z
  .strictObject({
    key,
    description: z.string(),
    enabled: z.boolean().meta({ description: 'False: off for everybody, whatever the rules say.' }),
    variants,
    rules,
    updatedAt: instant.nullable().meta({ description: 'null: nobody has changed it yet.' }),
    updatedBy: idOf('usr').nullable(),
  })
  .meta({ id: 'FeatureFlagSettings', description: 'A flag as administrators see it.' })

export const flagPath = z.strictObject({ key: text(1, 100) })

export type FlagChanges = z.output<typeof changeFlagBody>
