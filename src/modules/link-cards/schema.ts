import { z } from 'zod'
import { text } from '#infra/http/schemas.ts'

const urlMost = 2_000

export const cardQuery = z.strictObject({
  url: text(1, urlMost)
    .refine((value) => isPageUrl(value), 'must be a URL that begins with https:// or http://')
    .meta({ description: 'The link in a post.', examples: ['https://example.com/lighthouse'] }),
})

/** True for the URL of a page that can be read without a credential. */
export function isPageUrl(value: string): boolean {
  const url = /[\p{Cc}\s\\]/u.test(value) ? null : URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const linkCard = z
  .object({
    url: z.string().meta({ description: 'The link, as requested.', examples: ['https://example.com/lighthouse'] }),
    state: z.enum(['read', 'unreadable', 'limited']).meta({
      description:
        '`unreadable`: the page did not respond in time, is not a web page, has no title, or is at an address that is ' +
        'not public. `limited`: it was not read, because too many pages are being read. Ask again in a minute.',
    }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'At most 300 characters. Null unless the page was read.', examples: ['The white tower'] }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'At most 1,000 characters. Null if the page has none.', examples: ['Built in 1862.'] }),
    imageUrl: z
      .string()
      .nullable()
      .meta({
        description:
          'The image of the page, served by this installation. It needs no credential and expires within 24 hours.',
        examples: ['https://posthorn.example.com/v1/link-card/image?token=AQABmqWyfABwAIAAAAAAAAEBmqWyfADM'],
      }),
  })
  .meta({ id: 'LinkCard', description: 'The title, description and image that a page gives for its links.' })

export const imageQuery = z.strictObject({
  token: z
    .string()
    .regex(/^[\w-]{1,3000}$/)
    .meta({ description: 'The token in an `imageUrl`.' }),
})
