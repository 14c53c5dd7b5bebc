import { z } from 'zod'
import { exampleId, idOf, instant, text } from '#infra/http/schemas.ts'

const language = text(1, 35)
  .refine((tag) => canonicalTag(tag) !== null, 'must be a BCP 47 language tag such as pt-BR')
  .transform((tag) => canonicalTag(tag) ?? tag)
  .meta({ description: 'A BCP 47 language tag.', examples: ['pt-BR'] })

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

export const profileLinkPath = z.strictObject({ linkId: idOf('plink') })

const ruleDescriptions = {
  autoRepost: 'What is published on the parent is published on the accounts of the child on the same platforms.',
  languageOverride: "The language of the child's posts.",
  tagPrefix: "Put before each of the tags of the child's posts.",
}

const inheritanceRulesInput = z.strictObject({
  autoRepost: z.boolean().optional().meta({ description: ruleDescriptions.autoRepost }),
  languageOverride: language.optional().meta({ description: ruleDescriptions.languageOverride }),
  tagPrefix: text(0, 50).optional().meta({ description: ruleDescriptions.tagPrefix }),
})

export const createProfileLinkBody = z
  .strictObject({
    parentId: idOf('prof'),
    childId: idOf('prof'),
    inheritanceRules: inheritanceRulesInput.optional(),
  })
  .meta({
    id: 'CreateProfileLink',
    examples: [
      {
        parentId: exampleId('prof'),
        childId: exampleId('prof').replace(/1$/, '2'),
        inheritanceRules: { autoRepost: true, languageOverride: 'de', tagPrefix: 'berlin-' },
      },
    ],
  })

const profileLinkShape = {
  id: idOf('plink'),
  parentId: idOf('prof'),
  childId: idOf('prof'),
  inheritanceRules: z.object({
    autoRepost: z.boolean().optional(),
    languageOverride: z.string().optional(),
    tagPrefix: z.string().optional(),
  }),
  createdAt: instant,
}

export const profileLink = z
  .object(profileLinkShape)
  .meta({ id: 'ProfileLink', description: 'What the parent publishes, the child inherits by these rules.' })

export const removedProfileLink = z
  .object({ ...profileLinkShape, removedAt: instant })
  .meta({ id: 'RemovedProfileLink', description: 'A link that was, and when it ended.' })

export type NewProfileLink = z.output<typeof createProfileLinkBody>
