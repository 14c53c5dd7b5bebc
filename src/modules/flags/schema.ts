import { z } from 'zod'
import { exampleId, idOf, instant, pageFields, text } from '#infra/http/schemas.ts'
import { offVariant } from './evaluate.ts'

const variantName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be 1 to 40 characters from a–z, 0–9 and -')
  .refine((name) => name !== offVariant, 'must not be "off", which is the variant for users who have the flag off')
  .meta({ examples: ['on'] })

const variants = z
  .array(
    z.strictObject({
      name: variantName,
      weight: z.int().min(0).max(100).meta({ description: 'The percentage. All weights add up to 100.' }),
    }),
  )
  .min(1)
  .max(10)

const ruleShape = {
  users: z.array(idOf('usr')).max(1_000).optional(),
  plans: z.array(text(1, 64)).max(20).optional(),
  percentage: z.number().min(0).max(100).optional().meta({
    description:
      'The percentage of users. The selection is stable: raising the percentage keeps the users already selected.',
  }),
}

const rules = z
  .array(
    z.strictObject({
      ...ruleShape,
      variant: variantName
        .optional()
        .meta({ description: 'The variant for matching users. If omitted, chosen by weight.' }),
    }),
  )
  .max(20)
  .meta({
    description:
      'The first rule that matches a user turns the flag on for that user. A rule matches when all of its conditions hold. Without rules, the flag is on for all users.',
  })

export const changeFlagBody = z
  .strictObject({ enabled: z.boolean().optional(), variants: variants.optional(), rules: rules.optional() })
  .meta({
    id: 'ChangeFeatureFlag',
    description: 'Omitted fields are left unchanged. A list replaces the previous list.',
    examples: [{ enabled: true, rules: [{ users: [exampleId('usr')] }, { plans: ['max'], percentage: 20 }] }],
  })

const key = z.string().meta({ examples: ['member-invites'] })

export const flag = z
  .strictObject({
    key,
    enabled: z.boolean().meta({ description: 'True if the flag is on for you.' }),
    variant: z.string().meta({ description: 'Your variant; `off` when the flag is off for you.', examples: ['on'] }),
  })
  .meta({ id: 'FeatureFlag', description: 'The state of a flag for the caller.' })

export const flagList = z
  .strictObject({
    flags: z.array(flag),
    ...pageFields,
  })
  .meta({ id: 'FeatureFlagList' })

export const wholeFlag = z
  .strictObject({
    key,
    description: z.string(),
    enabled: z.boolean().meta({ description: 'False turns the flag off for all users, regardless of the rules.' }),
    variants,
    rules,
    updatedAt: instant.nullable().meta({ description: 'Null if the flag has never been changed.' }),
    updatedBy: idOf('usr').nullable(),
    updatedByUid: idOf('usr')
      .nullable()
      .meta({ description: 'The same as `updatedBy`, with the suffix that IDs of users have everywhere.' }),
  })
  .meta({ id: 'FeatureFlagSettings', description: 'A flag as administrators see it.' })

export const flagPath = z.strictObject({ key: text(1, 100) })

export type FlagChanges = z.output<typeof changeFlagBody>
