import { mastodon as connector } from '#connectors/mastodon/index.ts'
import { foundBy, kinds } from '../kinds.ts'
import type { NetworkUnderTest } from '../network-under-test.ts'
import type { Stand } from '../stand.ts'

export const mastodon: NetworkUnderTest = {
  connector,
  signsIn: {
    fields: ({ url }, person) => ({ instanceUrl: url, accessToken: `sandbox-token-${person}` }),
    wrongFields: ({ url }) => ({ instanceUrl: url, accessToken: 'a-token-of-nobody' }),
  },
  secretsOf: ({ accessToken }) => [String(accessToken)],
  absentId: () => '109000000000000001',
  enforces: ['text', 'images', 'altText', 'imageBytes'],
  lower: ({ sandbox }) => sandbox.network('mastodon').settings?.change({ image_size_limit: 300_000 }),
  visibleCalls: ['createStatus'],
  kinds: foundBy(
    { after: 'createStatus', by: 'repeat', words: 'for an hour, then searched for in recent posts' },
    kinds.text,
    kinds.linkBelow,
    kinds.picture,
    kinds.pictures,
    kinds.moving,
    kinds.video,
    kinds.sound,
    kinds.poll,
    {
      name: 'content warning',
      files: ['picture'],
      also: ['About the storm'],
      settings: { spoilerText: 'About the storm' },
    },
    {
      name: 'quote',
      quotes: {
        setting: 'quote',
        by: 'url',
        example: 'https://mastodon.example/@ada/109000000000000001',
        wrong: [
          ['https://other.example/@ada/109000000000000001', /Search for the post on 127\.0\.0\.1/],
          ['https://other.example/@ada', /copy the link/],
          ['@ada', /copy the link/],
        ],
      },
    },
    kinds.thread,
    kinds.firstComment,
  ),
}

/** A server that speaks Mastodon's API but may not support idempotency keys. */
export const otherFediverse: NetworkUnderTest = {
  ...mastodon,
  title: 'mastodon, on a server of another program',
  as: (signedIn) => ({
    ...signedIn,
    account: { ...signedIn.account, facts: { ...signedIn.account.facts, software: 'gotosocial' } },
  }),
}

/** Creates a token for Alice, by an app of another name with these scopes. */
export async function tokenFor(stand: Stand, scopes: string): Promise<string> {
  const post = async (path: string, form: Readonly<Record<string, string>>) =>
    (await (await fetch(`${stand.url}${path}`, { method: 'POST', body: new URLSearchParams(form) })).json()) as Record<
      string,
      string
    >
  const app = await post('/api/v1/apps', { client_name: 'A test', redirect_uris: 'https://app.example/back', scopes })
  const client = { client_id: app.client_id ?? '', redirect_uri: 'https://app.example/back' }
  const query = new URLSearchParams({ ...client, response_type: 'code', scope: scopes, login: 'alice', approve: '1' })
  const sent = await fetch(`${stand.url}/oauth/authorize?${query}`, { redirect: 'manual' })
  const code = new URL(sent.headers.get('location') ?? 'about:blank').searchParams.get('code') ?? ''
  const made = { ...client, client_secret: app.client_secret ?? '', grant_type: 'authorization_code', code }
  const token = (await post('/oauth/token', made)).access_token
  if (!token) throw new Error(`the sandbox gave no token for ${scopes}`)
  return token
}
