import { createHmac } from 'node:crypto'
import type { Instance } from '../state/platform.ts'
import type { App, Token } from '../state/records.ts'

/**
 * Client ids and tokens that contain, signed, what they stand for: to clients they are as opaque as any. A sandbox that
 * is restarted with the same seed therefore knows the apps and people of the earlier run, and nobody has to connect
 * again. It does forget that a token was revoked.
 */
type AppFields = Omit<App, 'clientId' | 'clientSecret'>

export function registerApp(instance: Instance, fields: AppFields): App {
  const clientId = seal(instance, 'app', rowOf(fields))
  const known = instance.apps.get(clientId)
  if (known) return known
  const app: App = { ...fields, clientId, clientSecret: signed(instance, 'secret', clientId) }
  instance.apps.set(clientId, app)
  return app
}

export function knownApp(instance: Instance, clientId: string): App | null {
  const known = instance.apps.get(clientId)
  if (known) return known
  const fields = opened<AppRow>(instance, 'app', clientId)
  return fields && registerApp(instance, appFields(fields))
}

export function issueToken(instance: Instance, { app, account, scopes }: Pick<Token, 'app' | 'account' | 'scopes'>) {
  const createdAt = instance.world.clock.now()
  const row: TokenRow = [rowOf(app), account?.name ?? null, scopes, createdAt.getTime(), instance.secret().slice(0, 14)]
  return keep(instance, { text: seal(instance, 'token', row), app, account, scopes, createdAt, revoked: false })
}

/** Returns a token that was issued by this run or an earlier one. */
export function issuedToken(instance: Instance, text: string): Token | null {
  const known = instance.tokens.get(text)
  if (known) return known
  const row = opened<TokenRow>(instance, 'token', text)
  if (row === null) return null
  const [app, name, scopes, createdMs] = row
  const account = name === null ? null : instance.account(name)
  if (name !== null && account === null) return null
  const createdAt = new Date(createdMs)
  return keep(instance, {
    text,
    app: registerApp(instance, appFields(app)),
    account,
    scopes,
    createdAt,
    revoked: false,
  })
}

function keep(instance: Instance, token: Token): Token {
  instance.tokens.set(token.text, token)
  return token
}

type AppRow = readonly [string, string, string | null, readonly string[], readonly string[]]
/** The last field is random, so that two tokens for the same grant differ. */
type TokenRow = readonly [AppRow, string | null, readonly string[], number, string]

const rowOf = ({ id, name, website, scopes, redirectUris }: AppFields): AppRow => [
  id,
  name,
  website,
  scopes,
  redirectUris,
]
const appFields = ([id, name, website, scopes, redirectUris]: AppRow): AppFields => ({
  id,
  name,
  website,
  scopes,
  redirectUris,
})

const signed = ({ world }: Instance, kind: string, text: string): string =>
  createHmac('sha256', `mastodon/${world.random.fixed('mastodon/seal')}`)
    .update(`${kind}/${text}`)
    .digest('base64url')

function seal(instance: Instance, kind: string, value: unknown): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${signed(instance, kind, text)}`
}

/**
 * Opens a sealed value. One with a valid signature that is unknown comes from an earlier run, so its shape is trusted.
 */
function opened<T>(instance: Instance, kind: string, sealed: string): T | null {
  if (instance.world.afterReset) return null
  const [text = '', signature] = sealed.split('.')
  if (signature !== signed(instance, kind, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T
}
