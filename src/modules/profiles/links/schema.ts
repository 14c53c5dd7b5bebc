import { z } from 'zod'
import { exampleId, idOf, instant, lineText, text } from '#infra/http/schemas.ts'

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
  autoRepost: 'Posts of the parent are also published to the child’s accounts on the same platforms.',
  languageOverride: "The language of the child's posts.",
  tagPrefix: "A prefix for each tag of the child's posts.",
}

const inheritanceRulesInput = z.strictObject({
  autoRepost: z.boolean().optional().meta({ description: ruleDescriptions.autoRepost }),
  languageOverride: language.optional().meta({ description: ruleDescriptions.languageOverride }),
  tagPrefix: lineText(0, 50).optional().meta({ description: ruleDescriptions.tagPrefix }),
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
  .meta({ id: 'ProfileLink', description: 'A link through which a child profile inherits its parent’s posts.' })

export const removedProfileLink = z
  .object({ ...profileLinkShape, removedAt: instant })
  .meta({ id: 'RemovedProfileLink', description: 'A removed link, with the time of its removal.' })

export type NewProfileLink = z.output<typeof createProfileLinkBody>
