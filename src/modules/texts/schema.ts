import { z } from 'zod'
import { versioned } from '#infra/http/answer/conditional.ts'
import { byNetwork, platformId, platformInput } from '#infra/http/platforms.ts'
import {
  deletionFields,
  exampleId,
  idOf,
  instant,
  nameText,
  pageFields,
  pageQuery,
  text,
  wordList,
} from '#infra/http/schemas.ts'
import { type TemplatePost, templatePost } from '#modules/posts/index.ts'
import { networks } from '#rules/network-names.ts'
import { findContentFaults } from './state.ts'
import { listUnknown, variables } from './variables.ts'

const textKinds = ['snippet', 'hashtags', 'signature', 'first_comment', 'template'] as const

const kind = z.enum(textKinds).meta({
  description:
    'A snippet is put into the text. Hashtags and a signature go to its end. A first comment becomes that of the ' +
    'post. A template fills in a whole post.',
})
const autos = ['never', 'offer', 'always'] as const
const auto = z.enum(autos).meta({
  description:
    'What the web app does with a signature when a post is written: nothing, offer it below the text, or add it to ' +
    'each new post, where its author can remove it. At most one text of a profile is offered or added. It has no ' +
    'variables and no texts or list of networks. The API never adds it to what you send.',
})
const written = text(0, 10_000)
  .superRefine((value, context) => {
    for (const name of listUnknown(value))
      context.addIssue({
        code: 'custom',
        message: `has no variable {${name}}. ${knownVariables}`,
        params: { variable: name },
      })
  })
  .meta({ examples: ['Fresh today, {date}: {link}'] })
const knownVariables = `The variables are ${variables.map((name) => `{${name}}`).join(', ')}`

const networkTexts = byNetwork(written.min(1)).meta({
  documentedAs: { type: 'object', additionalProperties: { type: 'string' } },
  description: 'The text for a network, by its name, in place of `content`.',
  examples: [{ linkedin: 'Read more: {link}' }],
})

const networksInput = z
  .array(platformInput)
  .max(networks.length)
  .refine((all) => new Set(all).size === all.length, 'must list each platform once')
  .meta({ description: 'The networks that it is for. Empty for all of them.', examples: [['mastodon']] })

const name = nameText(100).meta({ examples: ['Launch hashtags'] })
export const textBody = z
  .strictObject({
    profileId: idOf('prof'),
    kind,
    name,
    content: written.default(''),
    networkTexts: networkTexts.default({}),
    networks: networksInput.default([]),
    auto: auto.default('never'),
    post: templatePost.nullable().default(null).meta({ description: 'The post of a template.' }),
  })
  .superRefine((body, context) => {
    for (const { path, message } of findContentFaults(body)) context.addIssue({ code: 'custom', path: [path], message })
  })
  .meta({
    id: 'NewSavedText',
    examples: [
      { profileId: exampleId('prof'), kind: 'hashtags', name: 'Launch hashtags', content: '#coffee #roastery' },
    ],
  })

export const textChanges = z
  .strictObject({ name, content: written, networkTexts, networks: networksInput, auto, post: templatePost })
  .partial()
  .meta({
    id: 'ChangeSavedText',
    description: 'Omitted fields are left unchanged. The kind stays the same.',
    examples: [{ name: 'Summer hashtags' }],
  })

export const templateBody = z.strictObject({ name }).meta({ id: 'SaveAsTemplate', examples: [{ name: 'Launch' }] })

export const applyBody = z
  .strictObject({
    post: z.record(z.string(), z.unknown()).meta({ documentedAs: { $ref: '#/$defs/CreatePost' } }),
    at: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'The position in the text at which a snippet goes, in UTF-16 units. Defaults to its end.' }),
    shorten: z
      .boolean()
      .default(false)
      .meta({ description: 'Leaves out hashtags from the end of a set where a network has no room for all of them.' }),
  })
  .meta({
    id: 'ApplySavedText',
    examples: [{ post: { profileId: exampleId('prof'), content: 'Open again.', platforms: ['mastodon'] } }],
  })

export type TextBody = z.output<typeof textBody>
export type TextChanges = z.output<typeof textChanges>
export type ApplyBody = z.output<typeof applyBody>

export type TextsQuery = z.output<typeof textsQuery>

export const textPath = z.strictObject({ id: idOf('txt') })
export const templatePath = z.strictObject({ id: idOf('post') })
export const textsQuery = z.strictObject({
  profileId: idOf('prof'),
  kind: kind.optional(),
  auto: wordList(autos).optional().meta({ description: 'One or more values of `auto`.' }),
  q: text(1, 200).optional().meta({ description: 'Text to find in the name or the content.' }),
  ...pageQuery({ max: 100, fallback: 50 }),
})

export const savedText = versioned(
  z
    .object({
      id: idOf('txt'),
      profileId: idOf('prof'),
      kind,
      name: z.string().meta({ examples: ['Launch hashtags'] }),
      content: z.string().meta({ description: 'The text. Empty in a template.', examples: ['#coffee #roastery'] }),
      networkTexts: z
        .partialRecord(z.enum(networks), z.string())
        .meta({ description: 'The text for a network, in place of `content`.', examples: [{}] }),
      networks: z.enum(networks).array().meta({ description: 'The networks that it is for. Empty for all of them.' }),
      auto,
      post: z
        .custom<TemplatePost>(() => true)
        .nullable()
        .meta({
          documentedAs: { type: ['object', 'null'] },
          description: 'The post of a template, in the form of `TemplatePost`.',
        }),
      version: z.int().meta({ description: 'Rises with each change. It is the ETag.', examples: [1] }),
      uses: z.int().meta({ description: 'How often it was used.', examples: [3] }),
      lastUsedAt: instant.nullable().meta({ description: 'When it was used last. Null if it never was.' }),
      createdAt: instant,
      updatedAt: instant,
    })
    .meta({ id: 'SavedText', description: 'A text that a profile uses again.' }),
)

export const textPage = z
  .object({ texts: savedText.array().meta({ description: 'The page of texts, newest first.' }), ...pageFields })
  .meta({ id: 'SavedTextPage' })

export const applied = z
  .object({
    post: z.record(z.string(), z.unknown()).meta({
      documentedAs: { type: 'object' },
      description: 'The post with the text, in the form of `CreatePost`. It is not stored.',
    }),
    leftOut: z
      .array(
        z.object({
          platform: platformId,
          hashtags: z
            .string()
            .array()
            .meta({ description: 'In the order of the set.', examples: [['#roastery']] }),
        }),
      )
      .meta({ description: 'The hashtags that a platform has no room for, if `shorten` is true.', examples: [[]] }),
  })
  .meta({ id: 'AppliedText' })

export const deletedText = z.object({ ...deletionFields, success: z.literal(true) }).meta({ id: 'DeletedText' })
