import { z } from 'zod'
import { platformAnswer, platformInput, platformSegment } from '#infra/http/platforms.ts'
import { exampleId, idOf, instant, text } from '#infra/http/schemas.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { page } from '../pages/schema.ts'

const address = (description: string, example: string) => text(1, 2_048).meta({ description, examples: [example] })
const redirectUrl = address(
  'Where the network sends the person: our callback, or an address of ALLOWED_REDIRECTS that hands `code` and `state` on to it.',
  'https://posts.example.com/v1/oauth/callback/facebook',
)
const finalRedirectUrl = address(
  'Where the browser ends, with `connected`, `choose` or `error`: a page of ours, or an address of ALLOWED_REDIRECTS. Without it: our page `/connected`.',
  'https://app.example.com/connected',
)
const headless = z.boolean().meta({
  description: 'The callback answers JSON, and no browser is bound: whoever has the `state` may finish it.',
})

export const oauthUrlBody = z
  .strictObject({
    platform: platformInput,
    profileId: idOf('prof'),
    redirectUrl,
    finalRedirectUrl: finalRedirectUrl.optional(),
    headless: headless.optional(),
    inviteToken: text(1, 200)
      .optional()
      .meta({ description: 'Of an invitation without a role: it lets somebody who is no member connect one account.' }),
  })
  .meta({
    id: 'OauthUrl',
    examples: [
      {
        platform: platformIdOf('facebook'),
        profileId: exampleId('prof'),
        redirectUrl: 'https://posts.example.com/v1/oauth/callback/facebook',
      },
    ],
  })

export const upgradeBody = z
  .strictObject({
    scopes: text(1, 100)
      .regex(/^[\w.:/-]+$/, 'must be the network’s word for a scope')
      .array()
      .min(1)
      .max(50)
      .meta({ description: 'What is asked for besides what there is.', examples: [['read_insights']] }),
    redirectUrl,
    finalRedirectUrl: finalRedirectUrl.optional(),
    headless: headless.optional(),
  })
  .meta({
    id: 'UpgradeScopes',
    examples: [{ scopes: ['read_insights'], redirectUrl: 'https://posts.example.com/v1/oauth/callback/facebook' }],
  })

export const flowStart = z
  .object({
    authUrl: z.string().meta({
      description: 'To be opened in the browser of the person, once. Headless: the network’s own address.',
    }),
    state: z.string().meta({ description: 'What the network sends back with the person.' }),
    expiresAt: instant.meta({ description: 'Until then they may come back.' }),
  })
  .meta({ id: 'OauthStart' })

export const authUrlQuery = z.strictObject({ profileId: idOf('prof') })
export const platformPath = z.strictObject({
  platform: platformSegment,
})
export const startPath = z.strictObject({ token: text(1, 100) })
export const invitePath = z.strictObject({ token: text(1, 200) })
export const inviteStartPath = z.strictObject({ token: text(1, 200), platform: platformSegment })

/** Networks add parameters of their own, which are ignored. A repeated or non-text parameter counts as absent. */
const lenient = (description: string) =>
  z
    .string()
    .max(4_096)
    .optional()
    .catch(undefined)
    .meta({ documentedAs: { type: 'string' }, description })
export const callbackQuery = z.looseObject({
  state: lenient('What was handed to the network.'),
  code: lenient('What is traded for a grant.'),
  error: lenient('Instead of `code`: why there is none.'),
})

/** Any query: links that are passed around collect parameters. */
export const anyQuery = z.looseObject({})

export const connected = z
  .object({
    ok: z.literal(true),
    ...platformAnswer,
    profileId: idOf('prof'),
    accountId: idOf('acc').nullable().meta({ description: 'Null: a page is yet to be chosen.' }),
    handle: z.string().nullable(),
    choose: z.enum(['page']).nullable(),
    pages: page.array().nullable().meta({ description: 'To choose from.' }),
  })
  .meta({ id: 'Connected', description: 'What a headless sign-in has connected.' })

export const redirected = z.undefined().meta({ description: 'A browser is sent on, by `Location`.' })

const invitationShape = z
  .object({
    profileName: z.string(),
    inviterName: z.string(),
    platforms: z.object({ ...platformAnswer, name: z.string() }).array(),
  })
  .meta({ id: 'ConnectInvitation', description: 'Who asks for an account, for what, and where it can be.' })

export const invitation = {
  description: 'Who asks for an account: a page in a browser, JSON otherwise.',
  content: { 'application/json': { schema: invitationShape }, 'text/html': { schema: z.string() } },
}
