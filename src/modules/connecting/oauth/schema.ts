import { z } from 'zod'
import { platformAnswer, platformInput, platformSegment } from '#infra/http/platforms.ts'
import { exampleId, filledText, idOf, instant, text } from '#infra/http/schemas.ts'
import { platformIdOf } from '#rules/network-names.ts'
import { page } from '../pages/schema.ts'

const address = (description: string, example: string) => text(1, 2_048).meta({ description, examples: [example] })
const redirectUrl = address(
  'Where the network redirects the browser: Posthorn’s callback, or a URL in ALLOWED_REDIRECTS that passes `code` and `state` on to the callback.',
  'https://posts.example.com/v1/oauth/callback/facebook',
)
const finalRedirectUrl = address(
  'Where the browser is finally redirected, with `connected`, `choose` or `error` in the query: a page of this installation, or a URL in ALLOWED_REDIRECTS. Defaults to the page `/connected`.',
  'https://app.example.com/connected',
)
const headless = z.boolean().meta({
  description:
    'If true, the callback responds with JSON, and the sign-in is not bound to a browser: any client that has the `state` can finish it.',
})

export const oauthUrlBody = z
  .strictObject({
    platform: platformInput,
    profileId: idOf('prof'),
    redirectUrl,
    finalRedirectUrl: finalRedirectUrl.optional(),
    headless: headless.optional(),
    identifier: filledText(500)
      .trim()
      .optional()
      .meta({
        description:
          'Bluesky only: the handle or DID of the account, or the URL of its server, where the person then signs in.',
        examples: ['alice.sandbox'],
      }),
    instanceUrl: filledText(500)
      .trim()
      .optional()
      .meta({
        description: 'Mastodon only: the server that hosts the account, where the person then signs in.',
        examples: ['https://mastodon.social'],
      }),
    inviteToken: text(1, 200).optional().meta({
      description:
        'The token of an invitation that grants no role. It lets a user without a role on the profile connect one account.',
    }),
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
      .regex(/^[\w.:/-]+$/, 'must be a scope as spelled by the network')
      .array()
      .min(1)
      .max(50)
      .meta({ description: 'Scopes to request in addition to those already granted.', examples: [['read_insights']] }),
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
      description:
        'The URL to open in the person’s browser. It works once. For a headless sign-in, it is the network’s own URL.',
    }),
    state: z.string().meta({ description: 'The value that the network returns to the callback.' }),
    expiresAt: instant.meta({ description: 'When the sign-in expires.' }),
  })
  .meta({ id: 'OauthStart' })

export const authUrlQuery = z.strictObject({ profileId: idOf('prof') })
export const platformPath = z.strictObject({
  platform: platformSegment,
})
export const startPath = z.strictObject({ token: text(1, 100) })
export const invitePath = z.strictObject({ token: text(1, 200) })
export const inviteStartPath = z.strictObject({ token: text(1, 200), platform: platformSegment })

/** Networks add their own parameters, which are ignored. A repeated or non-text parameter counts as absent. */
const lenient = (description: string) =>
  z
    .string()
    .max(4_096)
    .optional()
    .catch(undefined)
    .meta({ documentedAs: { type: 'string' }, description })
export const callbackQuery = z.looseObject({
  state: lenient('The `state` that was passed to the network.'),
  code: lenient('The authorization code.'),
  error: lenient('The network’s error code, sent instead of `code`.'),
  iss: lenient('The server that redirects the user back, for networks with many servers.'),
})

/** Any query: links that are passed around collect parameters. */
export const anyQuery = z.looseObject({})

export const connected = z
  .object({
    ok: z.literal(true),
    ...platformAnswer,
    profileId: idOf('prof'),
    accountId: idOf('acc').nullable().meta({ description: 'Null if a page must still be chosen.' }),
    handle: z.string().nullable(),
    choose: z.enum(['page']).nullable(),
    pages: page.array().nullable().meta({ description: 'The pages to choose from.' }),
  })
  .meta({ id: 'Connected', description: 'The result of a headless OAuth flow.' })

export const redirected = z.undefined().meta({ description: 'Redirects the browser to `Location`.' })

const invitationShape = z
  .object({
    profileName: z.string(),
    inviterName: z.string(),
    avatarUrl: z.string().nullable().meta({ description: 'The photo of the profile. Null if none is set.' }),
    note: z.string().nullable().meta({ description: 'The note of the person who invites.' }),
    expiresAt: instant,
    platforms: z
      .object({
        ...platformAnswer,
        name: z.string(),
        named: z.enum(['identifier', 'instanceUrl']).nullable().meta({
          description: 'What the guest must enter: their account or the URL of their server. Null if nothing.',
        }),
      })
      .array(),
  })
  .meta({ id: 'ConnectInvitation', description: 'Who sent the invitation, to which profile, and for which networks.' })

export const invitation = {
  description: 'The invitation: an HTML page for a browser, JSON otherwise.',
  content: { 'application/json': { schema: invitationShape }, 'text/html': { schema: z.string() } },
}
