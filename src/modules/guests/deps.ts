import type { Config } from '#infra/config/config.ts'
import type { LinkCardDeps } from '#modules/link-cards/index.ts'
import type { PostDeps } from '#modules/posts/index.ts'

export type GuestDeps = PostDeps & {
  readonly linkCards: LinkCardDeps['linkCards']
  readonly config: Pick<Config, 'publicUrl' | 'web'>
}
