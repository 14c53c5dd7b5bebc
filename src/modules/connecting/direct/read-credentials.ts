import type { z } from 'zod'
import { invalid } from '#infra/http/request/validation.ts'
import { omitUndefined } from '#kernel/omit-undefined.ts'
import { faultsOf } from '#rules/faults/faults-of.ts'
import type { Network } from '#rules/network-names.ts'
import type { DirectConnect } from './connect-account.ts'
import { type BlueskyCredentials, blueskyCredentials, type MastodonCredentials, mastodonCredentials } from './schema.ts'

type SignIn = Pick<DirectConnect, 'network' | 'fields' | 'location'>

export const signInToBluesky = ({ identifier, appPassword, pdsUrl }: BlueskyCredentials): SignIn => ({
  network: 'bluesky',
  fields: omitUndefined({ identifier, appPassword, pdsUrl }),
  location: { handle: identifier, url: pdsUrl },
})

export const signInToMastodon = ({ instanceUrl, accessToken }: MastodonCredentials): SignIn => ({
  network: 'mastodon',
  fields: { instanceUrl, accessToken },
  location: { url: instanceUrl },
})

/** Reads the credentials for the network named in the same body. Refuses a network without direct connection. */
export function readCredentials(network: Network, given: unknown): SignIn {
  if (network === 'bluesky') return signInToBluesky(parse(blueskyCredentials, given))
  if (network === 'mastodon') return signInToMastodon(parse(mastodonCredentials, given))
  const message = 'connects through the network’s own page; use `POST /v1/connections/oauth-url`'
  throw invalid([{ path: '/platform', code: 'not_direct', message }])
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  throw invalid(result.error.issues.flatMap((issue) => faultsOf(issue, '/credentials')))
}
