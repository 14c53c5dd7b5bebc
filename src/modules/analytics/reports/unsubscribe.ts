import { fromWire, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import type { AnalyticsDeps } from '../deps.ts'

interface Wish {
  readonly uid: UserId
  readonly profileId: ProfileId
}

const purpose = 'weekly-report.unsubscribe'

/** Returns the URL that ends a report without signing in. It can do nothing else, and it never expires. */
export function buildUnsubscribeUrl({ seal, config }: Pick<AnalyticsDeps, 'seal' | 'config'>, params: Wish): string {
  const named = nameOf(params)
  return `${config.publicUrl}/v1/analytics/reports/end/${named}.${seal.hmac(purpose, named).toString('base64url')}`
}

const nameOf = ({ uid, profileId }: Wish): string => `${toWire('usr', uid)}.${toWire('prof', profileId)}`

/** Reads a token. Returns null if we did not issue it. */
export function readUnsubscribeToken({ seal }: Pick<AnalyticsDeps, 'seal'>, token: string): Wish | null {
  const [user = '', profile = '', mac = ''] = token.split('.')
  const [uid, profileId] = [fromWire('usr', user), fromWire('prof', profile)]
  if (!uid || !profileId) return null
  return seal.hmacMatches(purpose, nameOf({ uid, profileId }), Buffer.from(mac, 'base64url'))
    ? { uid, profileId }
    : null
}
