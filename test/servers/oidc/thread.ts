import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { exportJWK, generateKeyPair } from 'jose'

/** A person at the provider, by the name that they type into its login form. */
export interface ProviderPerson {
  readonly sub?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

export type ProviderOrder =
  | { readonly kind: 'time'; readonly nowMs: number }
  | { readonly kind: 'person'; readonly login: string; readonly person: ProviderPerson }
  | { readonly kind: 'rotate' }
  | { readonly kind: 'serve'; readonly as: 'up' | 'down' | 'silent' }

export interface ProviderSetting {
  readonly nowMs: number
  readonly redirectUris: readonly string[]
  readonly afterSignOut: readonly string[]
}

const setting = workerData as ProviderSetting
// A thread has its own `Date`, so the library lives in the test's time, which stands still: on a busy machine, its
// tokens would otherwise be from the future.
const RealDate = Date
let { nowMs } = setting
globalThis.Date = class extends RealDate {
  constructor(...given: readonly [] | readonly [number]) {
    super(given[0] ?? nowMs)
  }
  static override now = () => nowMs
} as DateConstructor
const { Provider } = await import('oidc-provider')

const people = new Map<string, ProviderPerson>()
let serves: 'up' | 'down' | 'silent' = 'up'
let keys = 0

async function openProvider(issuer: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: `key-${keys++}`, alg: 'RS256', use: 'sig' }] },
    clients: [
      {
        client_id: 'posthorn',
        client_secret: 'a-secret-of-the-client',
        redirect_uris: [...setting.redirectUris],
        post_logout_redirect_uris: [...setting.afterSignOut],
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_context, login) => {
      const person = people.get(login) ?? {}
      return { accountId: login, claims: () => ({ sub: login, ...person }) }
    },
  })
  return provider.callback()
}

const server = createServer((request, response) => {
  if (serves === 'silent') return
  if (serves === 'down') return void response.writeHead(503).end('down')
  void handle(request, response)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
let handle = await openProvider(issuer)

parentPort?.on('message', async (order: ProviderOrder) => {
  if (order.kind === 'time') nowMs = order.nowMs
  if (order.kind === 'person') people.set(order.login, order.person)
  if (order.kind === 'serve') {
    serves = order.as
    server.closeAllConnections()
  }
  if (order.kind === 'rotate') handle = await openProvider(issuer)
  parentPort?.postMessage('done')
})
parentPort?.postMessage(issuer)
