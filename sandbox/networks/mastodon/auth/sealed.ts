import type { Instance } from '../state/platform.ts'
import type { App, AppFields, Token } from '../state/records.ts'

/** Registers an app. Its client ID contains its signed fields, so that a restarted sandbox still knows it. */
export function registerApp({ apps, appSeal }: Instance, fields: AppFields): App {
  const clientId = appSeal.seal(fields)
  const known = apps.get(clientId)
  if (known) return known
  const app: App = { ...fields, clientId, clientSecret: appSeal.sign(`secret/${clientId}`) }
  apps.set(clientId, app)
  return app
}

export function knownApp(instance: Instance, clientId: string): App | null {
  if (instance.forgottenApps.has(clientId)) return null
  const known = instance.apps.get(clientId)
  if (known) return known
  const fields = instance.appSeal.open(clientId)
  return fields && registerApp(instance, fields)
}

export function issueToken(instance: Instance, of: Pick<Token, 'app' | 'account' | 'scopes'>): Token {
  const { account, scopes } = of
  // The same app gets the same token again, as long as it is valid.
  const isSame = ({ app, account, scopes: granted, revoked }: Token) =>
    app === of.app && account === of.account && !revoked && granted.join(' ') === of.scopes.join(' ')
  const known = instance.tokens.values().find(isSame)
  if (known) return known
  const { clientId: _, clientSecret: __, ...app } = of.app
  const createdAt = instance.world.clock.now()
  const luck = instance.secret().slice(0, 14)
  const text = instance.tokenSeal.seal([app, account?.name ?? null, scopes, createdAt.getTime(), luck])
  return keep(instance, { ...of, text, createdAt, revoked: false })
}

/** Returns a token that was issued in this run or an earlier one. */
export function issuedToken(instance: Instance, text: string): Token | null {
  const known = instance.tokens.get(text)
  if (known) return known
  const row = instance.tokenSeal.open(text)
  if (row === null) return null
  const [fields, name, scopes, createdMs] = row
  const account = name === null ? null : instance.person(name)
  if (name !== null && account === null) return null
  const app = registerApp(instance, fields)
  return keep(instance, { text, app, account, scopes, createdAt: new Date(createdMs), revoked: false })
}

function keep({ tokens }: Instance, token: Token): Token {
  tokens.set(token.text, token)
  return token
}
