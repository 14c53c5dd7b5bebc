import { z } from 'zod'
import { platformInput } from '#infra/http/platforms.ts'
import { exampleId, filledText, idOf, text } from '#infra/http/schemas.ts'
import { sentences } from '#rules/faults/sentences.ts'

const blueskyFields = {
  identifier: filledText(320)
    .trim()
    .meta({ description: 'Handle, DID or email address.', examples: ['alice.sandbox'] }),
  appPassword: filledText(256).meta({
    description: 'An app password from the Bluesky settings, not the account password.',
    examples: ['sand-boxx-pass-word'],
  }),
  pdsUrl: text(0, 500)
    .trim()
    .transform((value) => (value === '' ? undefined : withScheme(value)))
    .refine((value) => value === undefined || isServerUrl(value), sentences.pds_server)
    .optional()
    .meta({
      description:
        'The server of the account, if it cannot be found from the handle. An empty string is treated as omitted.',
      documentedAs: { type: 'string' },
      examples: ['https://pds.example.com'],
    }),
}

export const connectBlueskyBody = z.strictObject({ profileId: idOf('prof'), ...blueskyFields }).meta({
  id: 'ConnectBluesky',
  examples: [{ profileId: exampleId('prof'), identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' }],
})

const mastodonFields = {
  instanceUrl: text(1, 500)
    .trim()
    .regex(/^[^\s\\]{3,}$/, sentences.mastodon_server)
    .meta({
      description: 'The server of the account: its URL, its host name, or a full `@name@server`.',
      examples: ['https://mastodon.social'],
    }),
  accessToken: text(1, 1_024)
    .trim()
    .regex(/^[\x21-\x7e]+$/, sentences.mastodon_token)
    .meta({
      description:
        'The access token of an application with the scopes `read` and `write`. Create it in Mastodon under Preferences, Development.',
      examples: ['sandbox-token-alice'],
    }),
}

export const connectMastodonBody = z.strictObject({ profileId: idOf('prof'), ...mastodonFields }).meta({
  id: 'ConnectMastodon',
  examples: [
    { profileId: exampleId('prof'), instanceUrl: 'https://mastodon.social', accessToken: 'sandbox-token-alice' },
  ],
})

export const blueskyCredentials = z.strictObject(blueskyFields).meta({ id: 'BlueskyCredentials' })
export const mastodonCredentials = z.strictObject(mastodonFields).meta({ id: 'MastodonCredentials' })

export const connectDirectlyBody = z
  .strictObject({
    profileId: idOf('prof'),
    platform: platformInput,
    credentials: z.record(z.string(), z.unknown()).meta({
      documentedAs: { type: 'object', additionalProperties: { type: 'string' } },
      description: 'The fields that `connect.fields` of the platform lists at `GET /v1/connections/providers`.',
    }),
  })
  .meta({
    id: 'ConnectDirectly',
    examples: [
      {
        profileId: exampleId('prof'),
        platform: 'bluesky',
        credentials: { identifier: 'alice.sandbox', appPassword: 'sand-boxx-pass-word' },
      },
    ],
  })

export type BlueskyCredentials = z.output<typeof blueskyCredentials>
export type MastodonCredentials = z.output<typeof mastodonCredentials>

/** Completes a host name to an https URL; a full URL keeps its scheme. */
const withScheme = (value: string): string =>
  (/^https?:\/\//i.test(value) ? value : `https://${value}`).replace(/(?<!\/)\/+$/, '')

function isServerUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === '' && !/[?#\s\\]/.test(value)
}
