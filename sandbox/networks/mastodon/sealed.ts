import { createHmac } from 'node:crypto'
import type { Instance } from './instance.ts'
import type { App, Token } from './records.ts'

/**
 * Client ids and tokens that hold, signed, what they stand for: to clients they are as opaque as any. A sandbox that
 * was started again with the same seed so knows the programs and people of the run before, and nobody need connect
 * anew. What it does forget is that a token was revoked.
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

/** A token that was issued here, in this run or in one before. */
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
/** The last is luck: two tokens for the same are two. */
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

/** What is signed and yet unknown is of a run before. It has the shape that we gave it. */
function opened<T>(instance: Instance, kind: string, sealed: string): T | null {
  if (instance.world.afterReset) return null
  const [text = '', signature] = sealed.split('.')
  if (signature !== signed(instance, kind, text)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as T
}
