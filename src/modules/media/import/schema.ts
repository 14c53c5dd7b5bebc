import { z } from 'zod'
import { idOf, text } from '#infra/http/schemas.ts'
import { altText, fileName } from '../schema.ts'

export const importBody = z
  .strictObject({
    url: text(1, 2_048)
      .refine(
        (value) => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
        'must be a full URL such as https://example.com/lighthouse.jpg',
      )
      .meta({ format: 'uri', examples: ['https://example.com/lighthouse.jpg'] }),
    profileId: idOf('prof').optional(),
    altText: altText.optional(),
    fileName: fileName.optional(),
  })
  .meta({ id: 'ImportMedia', examples: [{ url: 'https://example.com/lighthouse.jpg' }] })

export type ImportInput = z.output<typeof importBody>
