import type { Answer } from '../../http/request.ts'
import type { World } from '../../network.ts'
import { displayNameOf } from '../../people/accounts.ts'
import { escaped } from '../frame/html.ts'

/** Redirects the permalink of a post or an account to the page in the sandbox that shows it. */
export const toFeed = ({ world, network }: { world: World; network: string }, account: string, post = ''): Answer => ({
  status: 302,
  headers: {
    location: `${world.url()}/feed/${network}/${encodeURIComponent(account)}${post === '' ? '' : `#${post}`}`,
  },
})

interface AvatarStyle {
  readonly background: string
  readonly color?: string
  /** The radius of the corners, from 0 to 50. */
  readonly corner?: number
}

/** Draws an account's avatar: the first letter of its name. */
export function drawAvatar(name: string, { background, color = '#fff', corner = 0 }: AvatarStyle): Answer {
  const letter = escaped(displayNameOf(name).slice(0, 1))
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${corner}" fill="${background}"/><text x="50" y="68" font-family="sans-serif" font-size="56" text-anchor="middle" fill="${color}">${letter}</text></svg>`,
  }
}
