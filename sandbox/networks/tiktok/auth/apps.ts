import { timingSafeEqual } from 'node:crypto'
import type { Rules } from '../rules.ts'

/** The one registered app. */
export const app = { key: 'sandbox-app', secret: 'sandbox-app-secret', title: 'Sandbox app' }

export const isSecret = (given: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(app.secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** True when the URI equals a registered callback byte for byte. It must be absolute, without a query or a fragment. */
export function isCallback({ callbacks }: Readonly<Rules>, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri) || /[?#]/.test(redirectUri)) return false
  if (callbacks.length > 0) return callbacks.includes(redirectUri)
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'https:' || (protocol === 'http:' && /^(127(\.\d+){3}|localhost|\[::1\])$/.test(hostname))
}

export const knownScopes: Readonly<Record<string, string>> = {
  'user.info.basic': 'Read your profile info (avatar, display name)',
  'user.info.profile': 'Read access to your profile info (bio, profile link)',
  'user.info.stats': 'Read access to your profile engagement statistics',
  'video.publish': 'Post content to TikTok',
  'video.upload': 'Share content to your account as a draft to further edit and post',
  'video.list': 'Read your public videos on TikTok',
}
