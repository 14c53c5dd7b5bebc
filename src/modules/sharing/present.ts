import type { SharingDeps } from './deps.ts'
import type { ShareLinkRow } from './store.ts'
import { buildShareUrl, tokenSealContext } from './token.ts'

export type PresentedLink = ReturnType<typeof presentLink>

/** Returns a link in its API shape, with its token. */
export function presentLink({ seal, config }: Pick<SharingDeps, 'seal' | 'config'>, link: ShareLinkRow) {
  const token = seal.open(link.sealedToken, tokenSealContext(link.id)).toString('utf8')
  return { ...link, token, url: buildShareUrl(config, token) }
}
