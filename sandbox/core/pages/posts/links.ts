import type { Answer } from '../../http/request.ts'
import type { World } from '../../network.ts'

/** Redirects the permalink of a post or an account to the page in the sandbox that shows it. */
export const toFeed = ({ world, network }: { world: World; network: string }, account: string, post = ''): Answer => ({
  status: 302,
  headers: {
    location: `${world.url()}/feed/${network}/${encodeURIComponent(account)}${post === '' ? '' : `#${post}`}`,
  },
})
