import { z } from 'zod'
import { idOf, instant, pageFields, text } from '#infra/http/schemas.ts'

export const templatePath = z.strictObject({ name: text(1, 100).meta({ examples: ['welcome'] }) })

const parts = {
  subject: z
    .string()
    .max(1_000)
    .meta({ examples: ['Welcome to Posthorn'] }),
  html: z
    .string()
    .max(200_000)
    .meta({ examples: ['<p>Hello {{name}},</p>'] }),
  text: z
    .string()
    .max(200_000)
    .meta({ examples: ['Hello {{name}},'] }),
}

const example = {
  subject: 'Welcome aboard, {{name}}',
  html: '<p>Start at <a href="{{url}}">{{url}}</a>.</p>',
  text: 'Start at {{url}}.',
}

export const saveTemplateBody = z.strictObject(parts).meta({ id: 'SaveEmailTemplate', examples: [example] })

export const previewBody = z
  .strictObject(parts)
  .partial()
  .meta({
    id: 'PreviewEmailTemplate',
    mayBeAbsent: true,
    description: 'Omitted parts are left unchanged.',
    examples: [example],
  })

export const template = z
  .strictObject({
    name: z.string().meta({ examples: ['welcome'] }),
    ...parts,
    variables: z
      .array(z.string())
      .meta({ description: 'The variables that can be used as `{{name}}`.', examples: [['name', 'url']] }),
    translations: z.record(z.string(), z.strictObject(parts)).meta({
      description:
        'The built-in text in other languages, by language. It is sent to users of those languages as long as the built-in template is in use.',
      examples: [{}],
    }),
    isChanged: z.boolean().meta({ description: 'False if the built-in template is in use.' }),
    updatedAt: instant.nullable(),
    updatedBy: idOf('usr').nullable(),
    updatedByUid: idOf('usr')
      .nullable()
      .meta({ description: 'The same as `updatedBy`, with the suffix that IDs of users have everywhere.' }),
  })
  .meta({ id: 'EmailTemplate' })

export const templateList = z
  .strictObject({
    templates: z.array(template),
    ...pageFields,
  })
  .meta({ id: 'EmailTemplateList' })

export const preview = z
  .strictObject(parts)
  .meta({ id: 'EmailPreview', description: 'The email with sample data. Nothing was sent.' })

export const sent = z
  .strictObject({ to: z.string().meta({ description: 'Your own address.', examples: ['ada@example.com'] }) })
  .meta({ id: 'TestMailSent' })
